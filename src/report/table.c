#include "report/table.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void fpc_table_init(struct fpc_table *table, const char *const *titles, size_t columns)
{
    char *head[FPC_TABLE_COLUMNS];
    *table = (struct fpc_table){.columns = columns};
    for (size_t i = 0; i < columns; i++)
        head[i] = fpc_strdup(titles[i]);
    fpc_table_add(table, head);
}

void fpc_table_clear(struct fpc_table *table)
{
    for (size_t i = 0; i < table->rows * table->columns; i++)
        free(table->cells[i]);
    free(table->cells);
    *table = (struct fpc_table){0};
}

void fpc_table_add(struct fpc_table *table, char *const *cells)
{
    table->cells =
        fpc_realloc(table->cells, (table->rows + 1) * table->columns, sizeof *table->cells);
    memcpy(table->cells + table->rows * table->columns, cells, table->columns * sizeof *cells);
    table->rows++;
}

/* The width of a column, or 0 if it says nothing. */
static int column_width(const struct fpc_table *table, size_t column)
{
    size_t width = 0, content = 0;
    for (size_t row = 0; row < table->rows; row++) {
        size_t length = strlen(table->cells[row * table->columns + column]);
        width = length > width ? length : width;
        content += row > 0 ? length : 0;
    }
    return content ? (int)width : 0;
}

void fpc_table_print(FILE *stream, const struct fpc_table *table, const bool *right)
{
    int widths[FPC_TABLE_COLUMNS];
    size_t last = 0;
    for (size_t i = 0; i < table->columns; i++) {
        widths[i] = column_width(table, i);
        last = widths[i] ? i : last;
    }
    for (size_t row = 0; row < table->rows; row++) {
        for (size_t i = 0; i <= last; i++) {
            const char *cell = table->cells[row * table->columns + i];
            if (widths[i] == 0)
                continue;
            if (i == last)
                fprintf(stream, "%s\n", cell);
            else
                fprintf(stream, right[i] ? "%*s  " : "%-*s  ", widths[i], cell);
        }
    }
}
