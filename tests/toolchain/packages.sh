#!/bin/bash
# packages.sh BUILD SOURCE [bare]: packs what is built (with the prefix /usr) for Debian, twice with the same bytes, lets lintian judge,
# and installs, uses and removes the packages in a system that is thrown away: this one under an overlay, or a bare Debian that
# mmdebstrap makes, where apt gets what they depend on. Needs root, or user namespaces.
set -u
build=$1
source=$2
kind=${3:-overlay}
# shellcheck source=support.sh
. "$(dirname "$0")/support.sh"
abi=$(sed -n 's/^#define PAWL_ABI \([0-9]*\)$/\1/p' "$source/runtime/pawl_abi.h")
packages=("libpawl$abi" libpawl-dev pawl pawl-doc pawlctl)

SOURCE_DATE_EPOCH=$(git -C "$source" log -1 --format=%ct 2>/dev/null || date +%s)
export SOURCE_DATE_EPOCH
for folder in first second; do
    mkdir "$scratch/$folder"
    (cd "$scratch/$folder" && must cpack --config "$build/CPackConfig.cmake" -G DEB -B "$scratch/$folder" && [ $failed -eq 0 ]) || fail "cpack"
done
for package in "${packages[@]}"; do
    must cmp "$scratch"/{first,second}/"$package"_*.deb
done
[ "$(find "$scratch/first" -maxdepth 1 -name '*.deb' | wc -l)" -eq ${#packages[@]} ] || fail "other packages than ${packages[*]}"
must lintian --allow-root --fail-on=warning "$scratch"/first/*.deb

# The script that runs in the system to be thrown away.
mkdir "$scratch/used"
cp "$scratch"/first/*.deb "$scratch/used"
cp -r "$source/examples/make" "$source/examples/cmake" "$scratch/used"
cat >"$scratch/used/use.sh" <<'END'
#!/bin/bash
set -eu
kind=$1
shift
cd /mnt
export DEBIAN_FRONTEND=noninteractive

# serves PLACE: the live page, and the metrics of its machines
serves() {
    local server address path
    coproc pawlctl serve --listen=127.0.0.1:0 --db="$1"
    server=$COPROC_PID
    read -r address <&"${COPROC[0]}"
    address=${address#serving http://} && address=${address%%/*}
    for path in / /metrics; do
        exec 3<>"/dev/tcp/${address/://}"
        printf 'GET %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n' "$path" "$address" >&3
        cat <&3 >"got${path//\//_}"
    done
    kill "$server"
    wait "$server" || true
    grep -q '<title>' got_
    grep -q 'machine="order"' got_metrics
}
if [ "$kind" = bare ]; then
    apt-get update -q
    apt-get install -yq --no-install-recommends ./pawl_*.deb ./pawlctl_*.deb
    pawl make/order.fsm -o alone --emit=sqlite # without what only developers have
    pawlctl apply alone/order.sqlite.sql --db=sqlite:alone.db
    serves sqlite:alone.db
    apt-get install -yq --no-install-recommends ./*.deb gcc libc6-dev make pkg-config cmake
else
    dpkg --install ./*.deb
fi
[ -z "$(dpkg --audit)" ]
for package in "$@"; do
    test -s "/usr/share/doc/$package/copyright"
    dpkg --verify "$package"
done
for file in doc/pawl/README.md doc/pawl/runtime/SQL_API.md doc/pawl/examples/clients/client.py pawl/pawl_dashboard.json pawl/pawl_alerts.yaml; do
    test -s "/usr/share/$file"
done

make -C make >/dev/null
pawl make/order.fsm -o gen --emit=sqlite
pawlctl apply gen/order.sqlite.sql --db=sqlite:orders.db
make/orders sqlite:orders.db 1 | grep -q 'Being packed -> On its way'
ldd make/orders | grep -q 'libpawl\.so.* => /\(usr/\)\?lib/'
serves sqlite:orders.db
pawl test make/order.fsm
cmake -S cmake -B by_cmake >/dev/null
cmake --build by_cmake >/dev/null
by_cmake/orders sqlite:orders.db 2 | grep -q 'order 2: cancel is not allowed in shipped'

dpkg --purge "$@"
left=$(find /usr /etc /var -xdev -iname '*pawl*' ! -path '/usr/src/*' ! -path '/var/log/*' ! -path '/var/cache/*' ! -path '/var/tmp/*' ! -path '/var/lib/postgresql/*')
[ -z "$left" ] || { echo "left over: $left"; exit 1; }
if ldconfig -p | grep libpawl; then exit 1; fi
echo "all was removed"
END

if [ "$kind" = bare ]; then
    must mmdebstrap --variant=minbase --include=ca-certificates bookworm "$scratch/root"
else
    mkdir "$scratch/layers" "$scratch/root"
fi
cat >"$scratch/enter.sh" <<'END'
set -eu
kind=$1 scratch=$2
shift 2
mount -t tmpfs tmpfs "$scratch/layers" 2>/dev/null || [ "$kind" = bare ]
if [ "$kind" = overlay ]; then
    mkdir "$scratch/layers/changes" "$scratch/layers/work"
    mount -t overlay overlay -o "lowerdir=/,upperdir=$scratch/layers/changes,workdir=$scratch/layers/work" "$scratch/root"
fi
mount --bind "$scratch/used" "$scratch/root/mnt"
mount --rbind /dev "$scratch/root/dev"
mount --rbind /proc "$scratch/root/proc"
exec chroot "$scratch/root" /bin/bash /mnt/use.sh "$kind" "$@"
END
namespaces=(unshare --mount)
[ "$(id -u)" -eq 0 ] || namespaces=(unshare --user --map-root-user --mount)
if [ "$kind" = overlay ] && ! "${namespaces[@]}" sh -c 'mount -t tmpfs tmpfs "$1/layers" && mkdir "$1/layers/changes" "$1/layers/work" &&
    mount -t overlay overlay -o "lowerdir=/,upperdir=$1/layers/changes,workdir=$1/layers/work" "$1/root"' - "$scratch" 2>"$scratch/refused"; then
    # what may not mount here is unpacked beside the system, and not removed
    echo "nothing can be mounted here, so the packages are only unpacked and used: $(cat "$scratch/refused")"
    for package in "$scratch"/used/*.deb; do must dpkg --extract "$package" "$scratch/root"; done
    library=$(dirname "$(find "$scratch/root" -name libpawl.so)")
    export LD_LIBRARY_PATH=$library PKG_CONFIG_PATH=$library/pkgconfig PATH=$scratch/root/usr/bin:$PATH
    cd "$scratch/used" || exit 1
    must make -C make
    must pawl make/order.fsm -o gen --emit=sqlite
    must pawlctl apply gen/order.sqlite.sql --db=sqlite:orders.db
    says "Being packed -> On its way" make/orders sqlite:orders.db 1
    exit $failed
fi
says "all was removed" "${namespaces[@]}" sh "$scratch/enter.sh" "$kind" "$scratch" "${packages[@]}"
exit $failed
