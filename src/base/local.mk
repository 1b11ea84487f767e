libfpcheck_a_SOURCES += \
	src/base/bytes.c src/base/bytes.h \
	src/base/ieee.c src/base/ieee.h \
	src/base/interrupt.c src/base/interrupt.h \
	src/base/memory.c src/base/memory.h \
	src/base/output.c src/base/output.h \
	src/base/pool.c src/base/pool.h \
	src/base/random.c src/base/random.h \
	src/base/status.c src/base/status.h \
	src/base/text.c src/base/text.h
