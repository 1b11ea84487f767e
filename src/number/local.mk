libfpcheck_a_SOURCES += \
	src/number/digits.c src/number/digits.h \
	src/number/format.c src/number/format.h \
	src/number/narrow.h \
	src/number/round.c src/number/round.h \
	src/number/ulp.c src/number/ulp.h \
	src/number/value_text.c src/number/value_text.h
