#include "server.h"

void http_check(const struct call *call) {
    usage_error(call,
                "this pawlctl was built without libmicrohttpd: install libmicrohttpd-dev and build it again");
}

void http_serve(const struct serving *serving) {
    (void)serving;
}
