# Schemas of the JSON reports, for those who read them; the tests hold the reports to them.
dist_pkgdata_DATA = schema/fpcheck-run.schema.json schema/fpcheck-bench.schema.json
