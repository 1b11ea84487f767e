libfpcheck_a_SOURCES += \
	src/exact/bins.c src/exact/bins.h \
	src/exact/block.c src/exact/block.h \
	src/exact/engine.c src/exact/engine.h \
	src/exact/exact.c src/exact/exact.h \
	src/exact/levels.c src/exact/levels.h src/exact/levels.inc src/exact/examine.inc \
	src/exact/levels_avx2.c src/exact/levels_avx512.c src/exact/levels_portable.c \
	src/exact/path.c src/exact/path.h \
	src/exact/reference.c src/exact/reference.h \
	src/exact/sum.c src/exact/sum.h \
	src/exact/words.c src/exact/words.h
