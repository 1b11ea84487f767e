libfpcheck_a_SOURCES += \
	src/exact/exact.c src/exact/exact.h \
	src/exact/words.c src/exact/words.h
