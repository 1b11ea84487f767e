libfpcheck_a_SOURCES += \
	src/report/headline.c src/report/headline.h \
	src/report/json.c \
	src/report/report.c src/report/report.h \
	src/report/table.c src/report/table.h \
	src/report/text.c
