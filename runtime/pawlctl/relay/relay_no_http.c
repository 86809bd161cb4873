#include "relay.h"

struct sink *http_sink(const struct call *call, const char *url) {
    (void)url;
    usage_error(call, "this pawlctl was built without libcurl: take one that was built with it, or give "
                      "--command");
}
