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
	cases/fractions-of-pi.case

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
