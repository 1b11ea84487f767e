#!/usr/bin/env bats
# fpcheck exec: programs of the user's, run many times.

load common

race=${FPCHECK%/*}/tests/cli/race

python() {
    command -v python3 >/dev/null || skip 'python3 is not installed'
    env -u PYTHONHASHSEED python3 "$@"
}

# A program that sums 1/k over a set of words, whose order changes with the seed of hashes. repr is
# the shortest text that reads back as the same double.
make_set_sum() {
    python -c pass
    cat >sum.py <<'END'
words = {'w%d' % k for k in range(1, 1000)}
print(sum(1.0 / int(word[1:]) for word in words))
END
}

@test "a program that always says the same" {
    expect 0 exec echo 0.1 0.30000000000000004
    first_line 'no difference in 10 runs'
    says 'echo 0.1 0.30000000000000004   2 values' 'so at 95 % the rate is below 28.3 %'
    expect 0 exec -r 3 -q -- echo 5
    [ "$(cat out)" = 'no difference in 3 runs' ]
}

@test "FPCHECK_RUN counts the runs, and differences are named" {
    # 1, 2, ... against 1: f64 of 2 is 2^52 ulp from 1, and the 10th run gives 10.
    expect 1 exec -- sh -c 'echo $((FPCHECK_RUN + 1)) 7'
    first_line 'varies: 10 different results in 10 runs; run 1 against run 0, standard output: 1 of 2 values differs, first at 0: 0x1p+0 against 0x1p+1, by at most 4503599627370496 ulp'
    says 'f64[2]   9/9'
    expect 1 exec -r 4 --json - -- sh -c 'echo $((FPCHECK_RUN / 2)) 7'
    says '"kind": "difference"' '"tensor": "standard output"' '"distinct": 2' '"runs": 4' \
        '"differing_runs": 2' '"run": 2' '"command": "exec"' '"exit_status": 1' '"complete": true'
    says '2 of 3 runs differ from run 0; run 2: 1 of 2 values differs'
}

@test "the ULP distance, Vermv and Vc of a difference" {
    # 1 + 3 2^-52 is 3 ulp from 1: Vermv is 3 2^-52 / 4 elements.
    expect 1 exec -r 3 --json - -- sh -c 'echo 5 6; test $FPCHECK_RUN = 1 && echo 0x1.0000000000003p0 8 || echo 1 8'
    says '"max_ulp": 3' '"max_ulp_run": 1' '"max_ulp_index": 2' '"max_vc": 0.25' \
        '"max_vermv": 1.6653345369377348e-16' '"a_bits": "0x3ff0000000000000"' \
        '"b_bits": "0x3ff0000000000003"'
}

@test "python3 sums a set of words: the order, and so the sum, changes from process to process" {
    make_set_sum
    fpcheck exec -r 20 python3 sum.py
    [ "$status" -eq 1 ] || fail 'sums of 20 random orders should differ'
    first_line 'varies: '
    [ ! -s err ] || fail 'repr has enough digits'
    PYTHONHASHSEED=1 expect 0 exec -r 5 python3 sum.py
}

@test "--env: what changed the result is told from what changes by itself" {
    make_set_sum
    # Seeds of which the sums differ, by Python itself.
    first=$(PYTHONHASHSEED=1 python3 sum.py)
    for seed in $(seq 2 50); do
        [ "$(PYTHONHASHSEED=$seed python3 sum.py)" = "$first" ] || break
    done
    expect 1 exec -r 2 --env PYTHONHASHSEED=1,$seed --env OTHER=a,b python3 sum.py
    says 'PYTHONHASHSEED: changed the result' 'OTHER: changed nothing'
    expect 1 exec -r 2 --env PYTHONHASHSEED=1,$seed --env OTHER=a,b --json - python3 sum.py
    tr -d ' \n' <out | grep -qF '"name":"OTHER","values":["a","b"],"effect":"none"'
    says '"effect": "changed"' "\"setting\": \"PYTHONHASHSEED=$seed OTHER=b\"" '"from_run": 6'
    fpcheck exec -r 20 --env OTHER=a,b python3 sum.py
    [ "$status" -eq 1 ]
    says 'OTHER: what it changed cannot be told'
}

@test "awk in two locales" {
    expect 0 exec -r 3 --env LC_ALL=C,POSIX -- awk 'BEGIN { printf "%.17g\n", 1 / 3 }'
    first_line 'no difference in 6 runs'
    says 'LC_ALL: changed nothing' 'LC_ALL=POSIX'
}

@test "a locale with a decimal comma: 1,00 is no number" {
    locale=$(locale -a 2>/dev/null | grep -iE '^(de|fr|nl)_.*utf' | head -n 1)
    [ -n "$locale" ] || skip 'there is no locale with a decimal comma'
    [ "$(LC_ALL=$locale env printf '%.2f' 1)" = 1,00 ] || skip "no decimal comma in $locale"
    refused 3 "run 2 with LC_ALL=$locale: standard output: there is no number" \
        exec -r 2 --env "LC_ALL=C,$locale" -- printf '%.2f\n' 1
    expect 0 exec -r 2 --env "LC_ALL=C,$locale" --regex '^[0-9]+' -- printf '%.2f\n' 1
    says 'LC_ALL: changed nothing'
}

@test "threads that race" {
    [ -x "$race" ] || skip 'the racing program is not built here'
    fpcheck exec -r 200 "$race"
    [ "$status" -ne 0 ] || skip 'the race gave the same sum 200 times on this machine'
    [ "$status" -eq 1 ] || fail 'a finding was expected'
    first_line 'varies: '
}

@test "numpy under OMP_NUM_THREADS" {
    # Of PyPI in the first python3, of Debian in /usr/bin/python3.
    for python in python3 /usr/bin/python3 none; do
        ! $python -c 'import numpy' 2>/dev/null || break
    done
    [ "$python" != none ] || skip 'python3 has no numpy'
    expect 0 exec -r 2 --env OMP_NUM_THREADS=1,2 -- $python -c \
        'import numpy; print(repr(float(numpy.arange(1, 100001, dtype="f8").__rtruediv__(1).sum())))'
    says 'OMP_NUM_THREADS: changed nothing'
}

@test "--column and --regex say which numbers" {
    expect 0 exec --column 2 -- sh -c 'echo time value; echo $FPCHECK_RUN 1.5'
    expect 1 exec --column 1 -- sh -c 'echo time value; echo $FPCHECK_RUN 1.5'
    expect 0 exec --regex 'sum=([0-9.]+)' -- sh -c 'echo "t=$FPCHECK_RUN sum=1.5, sum=2.5"'
    says '2 values'
    expect 1 exec --regex '[0-9.]+' -- sh -c 'echo "t=$FPCHECK_RUN sum=1.5"'
    refused 3 "run 0: standard output: '1.5.2' is not a number" \
        exec --regex 'v([0-9.]+)' -- echo v1.5.2
}

@test "--dtype: text is rounded to it, once" {
    # 1 + 2^-24 and 1 are the same f32, by ties to even.
    expect 1 exec -r 2 -- sh -c 'test $FPCHECK_RUN = 0 && echo 1.000000059604644775390625 || echo 1'
    expect 0 exec -r 2 -t f32 -- sh -c 'test $FPCHECK_RUN = 0 && echo 1.000000059604644775390625 || echo 1'
    expect 1 exec -r 2 -t f32 -- sh -c 'test $FPCHECK_RUN = 0 && echo 1.000000059604644775390626 || echo 1'
    says 'by at most 1 ulp'
}

@test "another count of numbers is a difference" {
    expect 1 exec -r 3 -- sh -c 'echo 1 2; test $FPCHECK_RUN != 2 || echo 3'
    first_line 'run 2 against run 0, standard output: f64[2] against f64[3]'
    grep -qE '^standard output +f64\[2\] +1/2 +0 +2 +- +f64\[2\] +f64\[3\] ' out
}

@test "--collect: files that each run writes" {
    expect 0 exec --collect x.txt -- sh -c 'echo $FPCHECK_RUN; echo 1 2 >x.txt'
    says '2 values'
    expect 1 exec --collect x.txt -- sh -c 'echo 1 $FPCHECK_RUN >x.txt'
    first_line 'x.txt: 1 of 2 values differs, first at 1'
    # Overwritten in place, and read as raw values.
    expect 1 exec -r 2 --collect r.f32.bin -- sh -c \
        'test $FPCHECK_RUN = 0 && printf "\0\0\200\77\0\0\0\100" >r.f32.bin || printf "\0\0\200\77\1\0\0\100" >r.f32.bin'
    first_line 'r.f32.bin: 1 of 2 values differs, first at 1: 0x1p+1 against 0x1.000002p+1, by at most 1 ulp'
    # Several files, of several tensors.
    expect 0 exec -r 3 --collect x.txt --collect m.safetensors -- sh -c \
        'cp "$0/digits-net.safetensors" m.safetensors; echo 1 >x.txt' "$data"
    says 'in 4 tensors'
    # Standard output too, if something is said of it.
    expect 1 exec --column 1 --collect x.txt -- sh -c 'echo $FPCHECK_RUN; echo 1 >x.txt'
    first_line 'standard output: 1 of 1 value differs'
}

@test "--collect: a file that is not written anew is an error, and keeps its time" {
    echo 1 >x.txt
    touch -d '2001-02-03 04:05:06' x.txt
    refused 4 'run 0: x.txt was not written anew' exec --collect x.txt -- true
    [ "$(date -r x.txt +%Y)" = 2001 ]
    refused 4 'run 2: x.txt was not written anew' exec --collect x.txt -- \
        sh -c 'test $FPCHECK_RUN = 2 || echo 1 >x.txt'
    refused 4 'run 0: missing was not written: No such file' exec --collect missing -- true
    refused 4 'run 1: y.txt was not written: No such file' exec --collect y.txt -- \
        sh -c 'rm -f y.txt; test $FPCHECK_RUN = 1 || echo 1 >y.txt'
    mkdir folder
    refused 4 'folder: is not a regular file' exec --collect folder -- true
    # A file with the same content, replaced or rewritten at once, is a new one.
    expect 0 exec -r 5 --collect x.txt -- sh -c 'echo 1 >x.new; mv x.new x.txt'
    expect 0 exec -r 5 --collect x.txt -- sh -c 'echo 1 >x.txt'
}

@test "--expect: ULP errors, and --max-ulp gates them" {
    printf '1\n2\n' >ref.txt
    expect 0 exec -r 2 --expect ref.txt -- echo 1 2
    first_line 'no difference in 2 runs; as expected, bit for bit'
    # 2 + 2^-50 is 2 ulp from 2.
    expect 0 exec -r 2 --expect ref.txt -- echo 1 0x1.0000000000002p1
    first_line 'no difference in 2 runs; at most 2 ulp from what is expected'
    says 'EXPECTED'
    expect 0 exec -r 2 --expect ref.txt --max-ulp 2 -- echo 1 0x1.0000000000002p1
    expect 1 exec -r 2 --expect ref.txt --max-ulp 1 -- echo 1 0x1.0000000000002p1
    first_line 'not as expected: run 0 against what is expected, 1 of 2 values differs, first at 1'
    expect 1 exec -r 1 --expect ref.txt --max-ulp 1 --json - -- echo 1 0x1.0000000000002p1
    says '"limit_ulp": 1' '"runs": 1' '"max_ulp": 2' '1 of 1 runs differ from what is expected'
    # What has no error in ulp is never as expected.
    expect 1 exec -r 2 --expect ref.txt -- echo 1 nan
    expect 1 exec -r 2 --expect ref.txt -- echo 1 2 3
    first_line 'f64[2] against f64[3]'
    refused 3 'missing: No such file' exec --expect missing -- echo 1
}

@test "a run that fails, is killed or hangs is an error, not a finding" {
    refused 4 "run 2: 'sh' ended with exit status 3: it broke" \
        exec -- sh -c 'echo 1; test $FPCHECK_RUN != 2 || { echo it broke >&2; exit 3; }'
    refused 4 "run 0 with A=x: 'sh' was ended by signal 6 (" exec --env A=x,y -- sh -c 'kill -ABRT $$'
    refused 4 "run 0: 'sh' did not end within 0.2 s and was killed" \
        exec --timeout 0.2 -- sh -c 'sleep 1000 & sleep 1000'
    refused 4 "...: 'sh' ended with exit status 3" \
        exec --env "A=$(printf '%08000d' 0)" -- sh -c 'exit 3'
    refused 4 'run 0: no-such-program: cannot be started: No such file' exec no-such-program
    refused 4 'run 0: /dev/null: cannot be started: Permission denied' exec /dev/null
    refused 3 'run 0: standard output: there is no number' exec true
    refused 3 'run 0: standard output: there is no number' exec echo hello
    # And nothing is left where a report was to be.
    refused 4 'ended with exit status 1' exec --json r.json false
    [ ! -e r.json ]
}

@test "a run that goes into another process group is killed all the same" {
    command -v python3 >/dev/null || skip 'python3 is not installed'
    SECONDS=0
    refused 4 "run 0: 'python3' did not end within 0.5 s and was killed" \
        exec --timeout 0.5 -- python3 -c '
import os, time
os.setpgid(0, os.getpgid(os.getppid()))
time.sleep(15)'
    [ "$SECONDS" -lt 10 ] || fail 'it was waited for'
}

@test "much output on both streams" {
    expect 0 exec -r 2 -- sh -c 'seq 100000 >&2; seq 100000'
    says '100000 values'
    refused 4 "run 0: 'yes' wrote more than 1 MiB to standard output" exec --max-output 1 yes 1
}

@test "few digits are warned of, shortest ones are not" {
    fpcheck exec -- awk 'BEGIN { print 1 / 3 }'
    [ "$status" -eq 0 ]
    [ "$(wc -l <err)" -eq 1 ]
    grep -q '^fpcheck: warning: the numbers of standard output have at most 6 digits; 17 tell' err
    fpcheck exec --json r.json -- awk 'BEGIN { print 1 / 3 }'
    grep -q '"warning": "the numbers' r.json
    fpcheck exec -t f32 -- awk 'BEGIN { print 1 / 3, 1 / 7 }'
    grep -q 'at most 6 digits; 9 tell all f32' err
    for numbers in 0.1 3.5 '0.1 0.2 0.3' '1e-5 2.5' '100 200 300' 0.30000000000000004 0x1.8p0; do
        # shellcheck disable=SC2086
        expect 0 exec -- echo $numbers
    done
}

@test "options end where the command begins" {
    expect 0 exec -r 2 echo 1 --json x -q
    [ ! -e x ]
    says 'echo 1 --json x -q'
    expect 0 exec -r 2 -- echo -- 1
    says 'echo -- 1'
    expect 0 exec -r 2 --json - echo 1 --help
    tr -d ' \n' <out | grep -qF '"program":["echo","1","--help"]'
    tr -d ' \n' <out | grep -qF '"argv":["fpcheck","exec","-r","2","--json","-","echo","1","--help"]'
}

@test "standard input is empty, and there is no shell" {
    expect 0 exec -r 2 -- sh -c 'cat; echo 1' <"$data/README.md"
    says '1 value'
    expect 0 exec -r 2 -- echo '$(exit 1)' '*' 1
}

@test "what is wrong" {
    refused 2 'exec: no command to run' exec
    refused 2 'exec: no command to run' exec --runs 3
    refused 2 'one run compares nothing' exec -r 1 echo 1
    refused 2 '--max-ulp needs --expect' exec --max-ulp 1 echo 1
    refused 2 '--column and --regex cannot be given both' exec --column 1 --regex x echo 1
    refused 2 "--regex: '('" exec --regex '(' echo 1
    refused 2 "--env: 'A' has no '='" exec --env A echo 1
    refused 2 "--env: 'FPCHECK_RUN=1' is set by fpcheck itself" exec --env FPCHECK_RUN=1 echo 1
    refused 2 "--timeout: '0' is not" exec --timeout 0 echo 1
    refused 2 "--collect: '-'" exec --collect - echo 1
    refused 2 'are for files: give --collect' exec --tensor x echo 1
    refused 2 'are for files: give --collect' exec --input-format npy echo 1
    refused 2 'are for files: give --collect' exec --byte-order big echo 1
    refused 2 '--expect is for one source' exec --collect a --collect b --expect c echo 1
    printf 1 >x
    refused 2 'is what is expected; the runs would overwrite it' exec --collect x --expect ./x echo 1
    refused 2 'x is given twice' exec --collect x --collect x echo 1
    refused 2 'x is an input; it would be overwritten' exec --expect x --json x echo 1
    refused 2 'x is collected; it would be overwritten' exec --collect x --json x echo 1
    refused 4 'cannot write missing/r' exec --json missing/r echo 1
    refused 2 'ask for more than' exec -r 10000000 --env A=1,2 echo 1
}

@test "a signal kills the child; what was done is reported, and the exit status is 128 + n" {
    status=0
    timeout --preserve-status -s TERM 1 "$FPCHECK" exec --json r.json -- \
        sh -c 'test $FPCHECK_RUN -lt 3 || { echo $$ >pid; exec sleep 1000; }; echo 1' \
        >out 2>err || status=$?
    [ "$status" -eq 143 ] || fail '143 was expected'
    first_line 'INTERRUPTED: no difference in 3 runs'
    grep -q '"complete": false' r.json
    grep -q '"exit_status": 143' r.json
    keep_json exec --json r.json
    [ -s pid ]
    ! kill -0 "$(cat pid)" 2>/dev/null
}

@test "SIGINT is 130, before any run has ended too" {
    env --default-signal=INT true 2>err || skip 'env cannot reset signals'
    status=0
    timeout --preserve-status -s INT 0.5 env --default-signal=INT "$FPCHECK" exec --json r.json sleep 1000 \
        >out 2>err || status=$?
    [ "$status" -eq 130 ] || fail '130 was expected'
    first_line 'INTERRUPTED: no run has ended'
    keep_json exec --json r.json
}

@test "/dev/full" {
    [ -c /dev/full ] || skip 'no /dev/full'
    refused 4 'cannot write /dev/full' exec --json /dev/full echo 1
    status=0
    "$FPCHECK" exec echo 1 >/dev/full 2>err || status=$?
    [ "$status" -eq 4 ]
}
