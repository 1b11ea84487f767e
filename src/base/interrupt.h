/* SIGINT, SIGTERM and SIGHUP ask the tool to stop at the next safe place.
 *
 * Long loops ask fpc_interrupt_signal() and stop early; whoever called them sees to it that results
 * so far are written and that the exit status is 128 + n. A second signal, more than a second after
 * the first, ends the tool at once. */
#ifndef FPC_BASE_INTERRUPT_H
#define FPC_BASE_INTERRUPT_H

/* Installs the handlers; a signal that was ignored at start stays ignored. */
void fpc_interrupt_install(void);

/* From now on signals do not disturb the calling thread: what it writes is finished. */
void fpc_interrupt_block(void);

/* The number of the signal that came, or 0. */
int fpc_interrupt_signal(void);

#endif
