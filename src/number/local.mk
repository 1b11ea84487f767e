libfpcheck_a_SOURCES += \
	src/number/format.c src/number/format.h \
	src/number/narrow.h \
	src/number/round.c src/number/round.h \
	src/number/ulp.c src/number/ulp.h
