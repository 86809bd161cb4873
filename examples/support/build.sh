# Sourced by the scripts that need programs of this project. Needs install.sh, and ROOT: the project's folder.

# build_release TARGET...: builds them in build/release, with options of CMake in the array BUILD_OPTIONS; shows the log
# only where that fails.
build_release() {
    install_missing gcc libc6-dev cmake ninja-build pkg-config re2c lemon libmd-dev libpq-dev libsqlite3-dev libjansson-dev
    local log=$ROOT/build/release.log
    mkdir -p "$ROOT/build"
    if ! { cmake -S "$ROOT" -B "$ROOT/build/release" -G Ninja -DCMAKE_BUILD_TYPE=Release ${BUILD_OPTIONS[@]+"${BUILD_OPTIONS[@]}"} &&
        cmake --build "$ROOT/build/release" --target "$@"; } >"$log" 2>&1; then
        cat "$log" >&2
        echo "the build failed; its log is above and in build/release.log" >&2
        return 1
    fi
}
