#!/usr/bin/env bats
# bootstrap on machines of every kind, played by stand-ins for the commands that it runs.

setup() {
    cd "$BATS_TEST_TMPDIR" || return 1
    cp "$SRCDIR/bootstrap" .
    mkdir bin
    stub configure 'echo "configure $*" >>../log'
    mv bin/configure .
    stub autoreconf 'echo "autoreconf $*" >>log'
    stub make 'echo "make" >>../log'
    for tool in cc automake pkg-config nproc; do stub "$tool" 'echo 1'; done
    for tool in sh dirname mkdir grep id env cat; do
        command -v "$tool" >/dev/null && ln -s "$(type -P "$tool")" "bin/$tool"
    done
    : >log
}

stub() {
    printf '#!/bin/sh\n%s\n' "$2" >"bin/$1"
    chmod +x "bin/$1"
}

# A Debian on which only cmocka and bats are missing.
debian() {
    stub dpkg-query 'case "$*" in
        *libcmocka-dev*|*bats*) exit 1 ;;
        *-f*Provides*) echo "install ok installed something," ;;
        *) echo "install ok installed" ;;
    esac'
    stub apt-get 'echo "apt-get $*" >>log'
}

user() {
    rm -f bin/id
    stub id "echo $1"
}

bootstrap() {
    status=0
    PATH=$PWD/bin ./bootstrap "$@" >out 2>err </dev/null || status=$?
}

@test "root: what is missing is installed, and named" {
    debian
    user 0
    bootstrap
    [ "$status" -eq 0 ]
    grep -qx 'bootstrap: installing libcmocka-dev bats' out
    grep -q 'apt-get .*install -y .*libcmocka-dev bats$' log
    tail -n 3 log | tr '\n' ' ' | grep -q 'autoreconf -fi configure  make'
}

@test "a user without sudo: the one line to run, exit status 1, nothing built" {
    debian
    user 1000
    bootstrap
    [ "$status" -eq 1 ]
    [ "$(tail -n 1 err)" = 'sudo apt-get install -y libcmocka-dev bats' ]
    [ ! -s log ]
}

@test "a user with sudo that asks for a password is treated alike" {
    debian
    user 1000
    stub sudo 'exit 1'
    bootstrap
    [ "$status" -eq 1 ]
    [ ! -s log ]
}

@test "a user with sudo without a password: installed" {
    debian
    user 1000
    stub sudo 'test "$2" = true || { shift; exec "$@"; }'
    bootstrap
    [ "$status" -eq 0 ]
    grep -q 'apt-get .*install -y .*libcmocka-dev bats$' log
}

@test "--no-install leaves packages alone, and other arguments go to configure" {
    debian
    user 0
    bootstrap --no-install --prefix=/opt
    [ "$status" -eq 0 ]
    ! grep -q apt-get log
    grep -qx 'configure --prefix=/opt' log
}

@test "another system: what is needed is named" {
    user 1000
    rm bin/automake
    bootstrap
    [ "$status" -eq 1 ]
    grep -q 'not found: automake' err
    grep -q 'MPFR 4' err
}
