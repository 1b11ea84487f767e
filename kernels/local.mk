# The kernels by name; kernels/NAME.c, listed below, holds the descriptor fpc_kernel_NAME, and
# kernels/NAME.cu the device code.
KERNELS = \
	atomic \
	two_pass \
	last_block \
	atomic_each \
	two_pass_warp \
	recursive \
	atomic_vector \
	two_pass_vector \
	last_block_vector \
	interleaved \
	sequential \
	shared \
	segment \
	segment_coarse \
	segment_shuffle \
	cooperative \
	cub \
	exact \
	kahan_gpu \
	serial \
	pairwise \
	kahan \
	neumaier \
	threads

libfpcheck_a_SOURCES += kernels/kernel.c kernels/kernel.h kernels/launch.h \
	kernels/atomic.c \
	kernels/two_pass.c \
	kernels/last_block.c \
	kernels/atomic_each.c \
	kernels/two_pass_warp.c \
	kernels/recursive.c \
	kernels/atomic_vector.c \
	kernels/two_pass_vector.c \
	kernels/last_block_vector.c \
	kernels/interleaved.c \
	kernels/sequential.c \
	kernels/shared.c \
	kernels/segment.c \
	kernels/segment_coarse.c \
	kernels/segment_shuffle.c \
	kernels/cooperative.c \
	kernels/cub.c \
	kernels/exact.c kernels/exact.h \
	kernels/kahan_gpu.c \
	kernels/serial.c \
	kernels/pairwise.c \
	kernels/kahan.c \
	kernels/neumaier.c \
	kernels/threads.c

# Device code is not in SOURCES, where automake would take NAME.cu for NAME.c; it is compiled by the
# rule below into NAME-cu.o. The flags that results depend on stand last.
GPU_CODE = \
	kernels/atomic.cu \
	kernels/two_pass.cu \
	kernels/last_block.cu \
	kernels/atomic_each.cu \
	kernels/two_pass_warp.cu \
	kernels/recursive.cu \
	kernels/atomic_vector.cu \
	kernels/two_pass_vector.cu \
	kernels/last_block_vector.cu \
	kernels/interleaved.cu \
	kernels/sequential.cu \
	kernels/shared.cu \
	kernels/segment.cu \
	kernels/segment_coarse.cu \
	kernels/segment_shuffle.cu \
	kernels/cooperative.cu \
	kernels/cub.cu \
	kernels/exact.cu \
	kernels/kahan_gpu.cu
EXTRA_DIST += $(GPU_CODE) kernels/blocks.cuh kernels/device.cuh kernels/exact_bins.cuh \
	kernels/exact_levels.cuh kernels/exact_values.cuh kernels/exact_warp.cuh kernels/exact_words.cuh kernels/lanes.cuh \
	kernels/limits.cu kernels/limits.h

if HAVE_CUDA
GPU_OBJECTS = \
	kernels/atomic-cu.o \
	kernels/two_pass-cu.o \
	kernels/last_block-cu.o \
	kernels/atomic_each-cu.o \
	kernels/two_pass_warp-cu.o \
	kernels/recursive-cu.o \
	kernels/atomic_vector-cu.o \
	kernels/two_pass_vector-cu.o \
	kernels/last_block_vector-cu.o \
	kernels/interleaved-cu.o \
	kernels/sequential-cu.o \
	kernels/shared-cu.o \
	kernels/segment-cu.o \
	kernels/segment_coarse-cu.o \
	kernels/segment_shuffle-cu.o \
	kernels/cooperative-cu.o \
	kernels/cub-cu.o \
	kernels/exact-cu.o \
	kernels/kahan_gpu-cu.o
libfpcheck_a_LIBADD = $(GPU_OBJECTS) kernels/limits-cu.o
endif
CLEANFILES += kernels/*-cu.o
DISTCLEANFILES = kernels/*-cu.d

kernels/%-cu.o: kernels/%.cu
	$(AM_V_GEN)$(MKDIR_P) kernels && \
	$(NVCC) $(CUDA_CPPFLAGS) -I$(srcdir)/src -I$(srcdir) $(NVCCFLAGS) \
	  -MD -MP -MT $@ -MF kernels/$*-cu.d -fmad=false -c $< -o $@

-include $(GPU_OBJECTS:.o=.d) kernels/limits-cu.d

nodist_libfpcheck_a_SOURCES = kernels/registry.c
CLEANFILES += kernels/registry.c
EXTRA_DIST += kernels/registry.sh

kernels/registry.c: $(srcdir)/kernels/local.mk $(srcdir)/kernels/registry.sh Makefile
	$(AM_V_GEN)$(MKDIR_P) kernels && \
	$(SHELL) $(srcdir)/kernels/registry.sh '$(GPU_OBJECTS)' $(KERNELS) > $@.tmp && \
	mv $@.tmp $@
