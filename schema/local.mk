# Schemas of the JSON reports and of baselines, for those who read them; the tests hold to them what the tool writes.
dist_pkgdata_DATA = \
	schema/fpcheck-run.schema.json \
	schema/fpcheck-bench.schema.json \
	schema/fpcheck-compare.schema.json \
	schema/fpcheck-exec.schema.json \
	schema/fpcheck-baseline.schema.json
