# One line adds a kernel: its name. kernels/NAME.c holds its descriptor fpc_kernel_NAME.
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
	kahan_gpu \
	serial \
	pairwise \
	kahan \
	neumaier \
	threads

libfpcheck_a_SOURCES += kernels/kernel.c kernels/kernel.h \
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
	kernels/kahan_gpu.c \
	kernels/serial.c \
	kernels/pairwise.c \
	kernels/kahan.c \
	kernels/neumaier.c \
	kernels/threads.c
nodist_libfpcheck_a_SOURCES = kernels/registry.c
CLEANFILES += kernels/registry.c
EXTRA_DIST += kernels/registry.sh

kernels/registry.c: $(srcdir)/kernels/local.mk $(srcdir)/kernels/registry.sh
	$(AM_V_GEN)$(MKDIR_P) kernels && \
	$(SHELL) $(srcdir)/kernels/registry.sh $(KERNELS) > $@.tmp && mv $@.tmp $@
