/* Text from elsewhere - paths, names, arguments - made fit to be shown in reports.
 *
 * What comes back is valid UTF-8 on one line and holds no character that steers a terminal, breaks
 * a line, turns the direction of text or is forbidden in XML. Escaping for a format comes on top.
 */
#ifndef FPC_REPORT_VISIBLE_H
#define FPC_REPORT_VISIBLE_H

/* A copy in which bytes that are not UTF-8 and characters as above are shown as \xNN, byte by byte;
 * all else, backslashes included, is as it was. NULL gives "". The caller frees. */
char *fpc_visible(const char *text);

/* A word for a shell, which reads the same bytes from it: quoted only where it must be, and as
 * $'...' of bash where a byte would not be shown as itself. The caller frees. */
char *fpc_visible_word(const char *text);

#endif
