/* A table of text with aligned columns. */
#ifndef FPC_REPORT_TABLE_H
#define FPC_REPORT_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#define FPC_TABLE_COLUMNS 12

struct fpc_table {
    size_t columns;
    size_t rows;
    char **cells; /* rows x columns; owned */
};

/* A table with a head row; titles are `columns` static texts. The caller clears. */
void fpc_table_init(struct fpc_table *table, const char *const *titles, size_t columns);
void fpc_table_clear(struct fpc_table *table);

/* Adds a row of `columns` cells and takes them over. */
void fpc_table_add(struct fpc_table *table, char *const *cells);

/* Prints it: columns that are empty in every row below the head are left out, numbers (columns for
 * which right[column]) are aligned to the right. */
void fpc_table_print(FILE *stream, const struct fpc_table *table, const bool *right);

#endif
