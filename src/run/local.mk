libfpcheck_a_SOURCES += \
	src/run/arrival.c src/run/arrival.h \
	src/run/device.c src/run/device.h \
	src/run/fresh.c src/run/fresh.h \
	src/run/host.c \
	src/run/host_timing.c \
	src/run/process.c src/run/process.h \
	src/run/stream.c src/run/stream.h \
	src/run/timing.c src/run/timing.h \
	src/run/samples.c src/run/samples.h
EXTRA_libfpcheck_a_SOURCES = src/run/cuda.c src/run/cuda.h src/run/cuda_exact.c src/run/cuda_timing.c src/run/cuda_upload.c src/run/none.c
if HAVE_CUDA
libfpcheck_a_SOURCES += src/run/cuda.c src/run/cuda.h src/run/cuda_exact.c src/run/cuda_timing.c src/run/cuda_upload.c
else
libfpcheck_a_SOURCES += src/run/none.c
endif
