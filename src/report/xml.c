#include "report/xml.h"

#include "base/memory.h"

#include <libxml/xmlmemory.h>
#include <libxml/xmlwriter.h>
#include <stdlib.h>

struct fpc_xml {
    xmlBufferPtr buffer;
    xmlTextWriterPtr writer; /* into the buffer */
};

/* Memory for libxml2, which then cannot fail otherwise than the rest of the tool. */
static void *allocate(size_t size)
{
    return fpc_alloc(size, 1);
}

static void *reallocate(void *memory, size_t size)
{
    return fpc_realloc(memory, size, 1);
}

struct fpc_xml *fpc_xml_begin(void)
{
    struct fpc_xml *xml = fpc_alloc(1, sizeof *xml);
    xmlMemSetup(free, allocate, reallocate, fpc_strdup);
    xml->buffer = xmlBufferCreate();
    xml->writer = xmlNewTextWriterMemory(xml->buffer, 0);
    xmlTextWriterSetIndent(xml->writer, 1);
    xmlTextWriterSetIndentString(xml->writer, BAD_CAST "  ");
    xmlTextWriterStartDocument(xml->writer, NULL, "UTF-8", NULL);
    return xml;
}

void fpc_xml_start(struct fpc_xml *xml, const char *element)
{
    xmlTextWriterStartElement(xml->writer, BAD_CAST element);
}

void fpc_xml_attribute(struct fpc_xml *xml, const char *name, const char *value)
{
    xmlTextWriterWriteAttribute(xml->writer, BAD_CAST name, BAD_CAST value);
}

void fpc_xml_number(struct fpc_xml *xml, const char *name, size_t value)
{
    xmlTextWriterWriteFormatAttribute(xml->writer, BAD_CAST name, "%zu", value);
}

void fpc_xml_text(struct fpc_xml *xml, const char *text)
{
    xmlTextWriterWriteString(xml->writer, BAD_CAST text);
}

void fpc_xml_end(struct fpc_xml *xml)
{
    xmlTextWriterEndElement(xml->writer);
}

void fpc_xml_finish(struct fpc_xml *xml, FILE *stream)
{
    xmlTextWriterEndDocument(xml->writer);
    xmlFreeTextWriter(xml->writer);
    fwrite(xmlBufferContent(xml->buffer), 1, (size_t)xmlBufferLength(xml->buffer), stream);
    xmlBufferFree(xml->buffer);
    free(xml);
}
