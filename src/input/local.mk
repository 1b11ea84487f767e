libfpcheck_a_SOURCES += \
	src/input/adopt.c src/input/adopt.h \
	src/input/archive.c src/input/archive.h \
	src/input/case.c src/input/case_head.c src/input/case_head.h \
	src/input/case_text.c src/input/case_text.h \
	src/input/digest.c src/input/digest.h \
	src/input/embedded.c src/input/embedded.h \
	src/input/foreign.c \
	src/input/generator.c src/input/generator.h \
	src/input/input.c src/input/input.h \
	src/input/names.c src/input/names.h \
	src/input/npy.c src/input/npy.h src/input/npy_header.c src/input/npy_header.h \
	src/input/npz.c \
	src/input/numbers.c src/input/numbers.h \
	src/input/raw.c src/input/reader.h \
	src/input/safetensors.c src/input/safetensors_header.c src/input/safetensors_header.h \
	src/input/text.c
