libfpcheck_a_SOURCES += \
	src/run/arrival.c src/run/arrival.h \
	src/run/device.c src/run/device.h \
	src/run/host.c \
	src/run/none.c \
	src/run/samples.c src/run/samples.h
