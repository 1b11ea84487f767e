/* XML by libxml2's writer. The document is built in memory and printed at the end, so that a stream
 * that fails is told by whoever owns it and by nobody else. */
#ifndef FPC_REPORT_XML_H
#define FPC_REPORT_XML_H

#include <stddef.h>
#include <stdio.h>

struct fpc_xml;

/* An empty document in UTF-8; fpc_xml_finish ends it. Texts that are put into it must be visible
 * (visible.h): what XML gives a meaning to is escaped, what it forbids is not. Running out of
 * memory ends the tool, as fpc_alloc does. */
struct fpc_xml *fpc_xml_begin(void);

void fpc_xml_start(struct fpc_xml *xml, const char *element);
void fpc_xml_attribute(struct fpc_xml *xml, const char *name, const char *value);
void fpc_xml_number(struct fpc_xml *xml, const char *name, size_t value);
void fpc_xml_text(struct fpc_xml *xml, const char *text);

/* Ends the element that was started last. */
void fpc_xml_end(struct fpc_xml *xml);

/* Ends the document, prints it and frees everything. */
void fpc_xml_finish(struct fpc_xml *xml, FILE *stream);

#endif
