dist_man_MANS = man/fpcheck.1
