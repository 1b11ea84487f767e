#!/usr/bin/env bats
# The Dockerfile installs what the tool needs to run, and nothing else.

# The packages that the last stage installs, one a line.
installed() {
    sed -n '/^FROM/{h;d}; H; ${x;p}' "$SRCDIR/Dockerfile" | grep -oE '\blib[a-z0-9]+\b' | sort
}

# The packages of the libraries that the tool names, but for those of every C program and of sanitizers.
needed() {
    readelf -d "$FPCHECK" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' |
        grep -vE '^(libc|libm|libdl|librt|libpthread|libgcc_s|libstdc\+\+|lib[a-z]*san|ld-linux.*)\.so' |
        while read -r library; do
            dpkg-query -S "*/$library" 2>/dev/null | sed -n '1s/:.*//p'
        done | sort -u
}

@test "the packages are those of the libraries that the tool is linked with" {
    command -v dpkg-query >/dev/null || skip 'not Debian'
    command -v readelf >/dev/null || skip 'readelf is not installed'
    grep -q '^VERSION_CODENAME=bookworm' /etc/os-release || skip 'packages have other names here'
    [ "$(installed | wc -l)" -ge 6 ]
    diff <(installed) <(needed)
}

@test "both stages are of one system, and what it copies is made by what it runs" {
    [ "$(sed -n 's/^FROM \([^ ]*\).*/\1/p' "$SRCDIR/Dockerfile" | sort -u)" = debian:bookworm-slim ]
    grep -q 'DESTDIR=/stage' "$SRCDIR/Dockerfile"
    grep -q '^COPY --from=build /stage/usr/local /usr/local$' "$SRCDIR/Dockerfile"
}
