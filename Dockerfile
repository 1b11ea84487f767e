# fpcheck for CPU threads:
#
#   docker build -t fpcheck .
#   docker run --rm -v "$PWD:/data" fpcheck gradient.npy
FROM debian:bookworm-slim AS build
COPY . /src
WORKDIR /src
RUN ./bootstrap --without-cuda && make -C build install-strip DESTDIR=/stage

FROM debian:bookworm-slim
RUN apt-get update \
    && apt-get install -y --no-install-recommends \
        libgmp10 libjansson4 libmpfr6 libnettle8 libxml2 libzip4 \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /stage/usr/local /usr/local
WORKDIR /data
ENTRYPOINT ["fpcheck"]
CMD ["--help"]
