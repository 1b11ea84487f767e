# Completions for shells, made from what the tool says of itself once it is built.
COMPLETIONS = completions/fpcheck completions/_fpcheck completions/fpcheck.fish
COMPLETION_TOOLS = tools/completions tools/completions-bash.awk tools/completions-zsh.awk \
	tools/completions-fish.awk

bashcompletiondir = $(datadir)/bash-completion/completions
zshcompletiondir = $(datadir)/zsh/site-functions
fishcompletiondir = $(datadir)/fish/vendor_completions.d
nodist_bashcompletion_DATA = completions/fpcheck
nodist_zshcompletion_DATA = completions/_fpcheck
nodist_fishcompletion_DATA = completions/fpcheck.fish

EXTRA_DIST += $(COMPLETION_TOOLS)
CLEANFILES += $(COMPLETIONS) $(COMPLETIONS:=.tmp)

COMPLETE = $(MKDIR_P) completions && $(SHELL) $(srcdir)/tools/completions
completions/fpcheck: fpcheck$(EXEEXT) $(COMPLETION_TOOLS)
	$(AM_V_GEN)$(COMPLETE) bash ./fpcheck$(EXEEXT) > $@.tmp && mv $@.tmp $@
completions/_fpcheck: fpcheck$(EXEEXT) $(COMPLETION_TOOLS)
	$(AM_V_GEN)$(COMPLETE) zsh ./fpcheck$(EXEEXT) > $@.tmp && mv $@.tmp $@
completions/fpcheck.fish: fpcheck$(EXEEXT) $(COMPLETION_TOOLS)
	$(AM_V_GEN)$(COMPLETE) fish ./fpcheck$(EXEEXT) > $@.tmp && mv $@.tmp $@
