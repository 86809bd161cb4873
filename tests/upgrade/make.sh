#!/bin/bash
# make.sh BUILD NAME: makes NAME.postgres.sql and NAME.sqlite.sql, dumps of databases that the version in BUILD has
# deployed and worked on. It is run by hand, with a build of the version whose databases are wanted, and once: a later
# version would make other databases.
#
#   cmake -S . -B build/dumps -G Ninja -DPAWL_TESTS=ON && ninja -C build/dumps pawl pawlctl upgrade_make
#   tests/upgrade/make.sh build/dumps unversioned
#
# `unversioned` was made so by the version of db3f111, whose databases say nothing of a version of what machines share,
# `version_1` by that of 7504cde, and `version_2` by that of 1f83892f, all with PostgreSQL 15 and SQLite 3.40. On PostgreSQL the restore needs, besides
# a superuser and psql 14 or later, the roles that are spoken of: those of Pawl, and three logins, for whom upgrade.sh
# has other names, since another test on the same server may have these:
#
#   create role pawl_owner; create role pawl_app; create role pawl_operator;
#   create role pawl_upgrade_deployer login createrole; create role pawl_upgrade_program login;
#   create role pawl_upgrade_operator login;
#   grant pawl_app to pawl_upgrade_program, pawl_upgrade_deployer; grant pawl_operator to pawl_upgrade_operator;
#
# The story, on either database, is told by make.c and story.sh:
#
#   badges    one retired by a migration, one moved by another program, one that only the last version can be in; of the
#             three versions the second is accepted beside the third; asleep, with two deferred events
#   orders    in each state, with histories and request ids; one backfilled, one with a name that was erased; timers
#             that are due and that are not; work that waits and that is parked; events that wait for a relay, and
#             one entity's parked; a held lock, somebody who waits for it, and one that was broken
#   runs      done, waiting, paused with its signal there already, parked, blocked, ready with its lock held
set -eu
build=$(cd "$1" && pwd)
dump=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=../../examples/support/postgres.sh
. "$here/../../examples/support/postgres.sh"
pawl=$build/compiler/pawl
pawlctl=$build/runtime/pawlctl/pawlctl
make=$build/tests/upgrade/upgrade_make
for database in postgres sqlite; do
    if [ -e "$here/$dump.$database.sql" ]; then
        echo "$here/$dump.$database.sql is there already; what it was made by may be gone" >&2
        exit 1
    fi
done
scratch=$(mktemp -d /tmp/pawl.XXXXXX)
trap 'postgres_stop; rm -rf "$scratch"' EXIT
chmod 711 "$scratch"
mkdir "$scratch/cluster"
postgres_start "$scratch/cluster"
export PAWL_TEST_POSTGRES=$POSTGRES_CONNINFO
PATH=$POSTGRES_BIN:$PATH

# Relays are called after the machine that they run on, and on SQLite whoever does something after its user.
anonymous() {
    sed -E "s/'$(hostname):[0-9]+'/'relay'/; s/'$(id -un)'/'somebody'/g"
}

for database in postgres sqlite; do
    prefix=pawl_upgrade
    # shellcheck source=support.sh
    . "$here/support.sh"
    # shellcheck source=story.sh
    . "$here/story.sh"
    make_logins
    (make_tables)
    tell
    dump | anonymous >"$scratch/dump"
    cp "$scratch/dump" "$here/$dump.$database.sql"
done
