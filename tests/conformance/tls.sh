#!/bin/bash
# tls.sh PAWLCTL PROGRAM: a MariaDB server that takes connections by TLS only, with a certificate that is made here: the
# options of a URI do what they say, and PROGRAM, of this folder's tests, passes that way. A server that says that it is
# another is refused, which costs only one more start here.
set -euo pipefail
pawlctl=$1
program=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../examples/support/install.sh
. "$here/../../examples/support/install.sh"
# shellcheck source=../../examples/support/mariadb.sh
. "$here/../../examples/support/mariadb.sh"
# shellcheck source=../support/galera.sh
. "$here/../support/galera.sh"
mariadb_find || exit 77

folder=$(mktemp -d /tmp/pawl.XXXXXX)
trap 'mariadb_stop; rm -rf "$folder"' EXIT
cd "$folder"
failed=0

# authority NAME: NAME.pem, which nobody else has signed
authority() {
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.pem" 2>/dev/null
}
# signed AUTHORITY NAME HOST: NAME.pem for that host
signed() {
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$2" -keyout "$2.key" -out "$2.csr" 2>/dev/null
    openssl x509 -req -days 2 -in "$2.csr" -CA "$1.pem" -CAkey "$1.key" -CAcreateserial -out "$2.pem" \
        -extfile <(echo "subjectAltName=$3") 2>/dev/null
}
authority ours
authority others
signed ours server IP:127.0.0.1
signed ours elsewhere DNS:db.example
signed ours client DNS:client
chmod 644 ./*.key

galera_take_ports
port=${ports[0]}
with_certificate() { # of that name, as options of the server
    echo --skip-networking=0 --bind-address=127.0.0.1 --port="$port" --require-secure-transport=ON \
        --ssl-ca="$folder/ours.pem" --ssl-cert="$folder/$1.pem" --ssl-key="$folder/$1.key"
}
# shellcheck disable=SC2046
mariadb_start "$folder" $(with_certificate server)
mariadb --no-defaults -uroot -S "$MARIADB_SOCKET" -e "create database shop character set utf8mb4; create database shop_pawl;
    create user plain; create user of_client require subject '/CN=client'; grant all on shop.* to plain, of_client;
    grant all on shop_pawl.* to plain, of_client"

# gets YES|TEXT LOGIN OPTIONS: it is connected, or told so
gets() {
    "$pawlctl" status --db="mariadb://$2@127.0.0.1:$port/shop?$3" >said 2>&1 || true
    if [ "$1" = yes ]; then
        grep -q "no machine is deployed" said && return
    else
        grep -qi -e "$1" said && return
    fi
    echo "FAILED: $2 with $3: $(cat said), and not: $1"
    failed=1
}

gets "denied\|insecure transport" plain ""
gets yes plain "ssl_ca=$folder/ours.pem"
gets "certificate" plain "ssl_ca=$folder/others.pem"
gets "certificate\|self.signed" plain "ssl=on"
gets yes plain "ssl=on&ssl_verify=off"
gets yes plain "ssl_ca=$folder/ours.pem&tls_version=TLSv1.3"
gets "access denied" of_client "ssl_ca=$folder/ours.pem"
gets yes of_client "ssl_ca=$folder/ours.pem&ssl_cert=$folder/client.pem&ssl_key=$folder/client.key"
gets "no/where.pem\|certificate\|ssl" plain "ssl_ca=$folder/no/where.pem"

PAWL_TEST_DB="mariadb://root@127.0.0.1:$port/mysql?ssl_ca=$folder/ours.pem" "$program" >tests 2>&1 || {
    cat tests
    echo "FAILED: $(basename "$program")"
    failed=1
}

# the name in the certificate is another host's
mariadb_kill
read -ra MARIADB_OPTIONS < <(with_certificate elsewhere)
mariadb_start_again
gets "certificate\|match\|validation" plain "ssl_ca=$folder/ours.pem"
gets yes plain "ssl_ca=$folder/ours.pem&ssl_verify=off"

# what is known of another server is what it says of itself
for version in 8.0.36:"is MySQL 8.0.36, on which" 10.5.2-MariaDB:"of version 10.5.2-MariaDB, which is too old"; do
    mariadb_kill
    read -ra MARIADB_OPTIONS < <(with_certificate server)
    MARIADB_OPTIONS+=("--version=${version%%:*}")
    mariadb_start_again
    gets "${version#*:}" plain "ssl_ca=$folder/ours.pem"
done
exit $failed
