# One line adds a kernel: its name. kernels/NAME.c holds its descriptor fpc_kernel_NAME.
KERNELS = \
	atomic \
	two_pass \
	last_block \
	serial \
	pairwise \
	kahan \
	neumaier \
	threads

libfpcheck_a_SOURCES += kernels/kernel.c kernels/kernel.h \
	kernels/atomic.c \
	kernels/two_pass.c \
	kernels/last_block.c \
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
