#include "report/report.h"

#include <stddef.h>

const struct fpc_report_format *const fpc_report_formats[] = {
    &fpc_report_json,
    &fpc_report_csv,
    &fpc_report_junit,
    &fpc_report_tap,
    &fpc_report_github,
    &fpc_report_markdown,
    NULL,
};
