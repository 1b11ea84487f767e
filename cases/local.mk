# Every case is listed here; each is compiled in and installed as data as well.
CASES = \
	cases/cancel.case \
	cases/cancel-blocks.case \
	cases/cancel-four.case \
	cases/stagnation.case \
	cases/repeated-tenth.case \
	cases/tie-subnormal.case \
	cases/overflow-between.case \
	cases/half-overflow.case \
	cases/subnormals.case \
	cases/signed-zeros.case \
	cases/infinities.case \
	cases/uniform-million.case \
	cases/fractions-of-pi.case \
	cases/single.case \
	cases/tie-down.case \
	cases/tie-up.case \
	cases/negative-zeros.case \
	cases/infinity.case \
	cases/not-a-number.case \
	cases/absorption-sorted.case \
	cases/absorption-interleaved.case \
	cases/hundredths.case \
	cases/parts-of-one.case \
	cases/equal-blocks.case \
	cases/stagnation-f16.case \
	cases/uniform-bf16.case \
	cases/nist-numacc1.case \
	cases/nist-numacc2.case \
	cases/nist-numacc3.case \
	cases/nist-numacc4.case

casesdir = $(pkgdatadir)/cases
cases_DATA = $(CASES)
EXTRA_DIST += $(CASES) cases/embed.sh

nodist_libfpcheck_a_SOURCES += cases/embedded.c
CLEANFILES += cases/embedded.c cases/embedded.c.tmp

cases/embedded.c: $(CASES) cases/embed.sh cases/local.mk
	$(AM_V_at)$(MKDIR_P) cases
	$(AM_V_GEN)cases= && for one in $(CASES); do \
	  cases="$$cases $(srcdir)/$$one"; done && \
	$(SHELL) $(srcdir)/cases/embed.sh $$cases > $@.tmp && mv $@.tmp $@
