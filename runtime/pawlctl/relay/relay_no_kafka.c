#include "relay.h"

struct sink *kafka_sink(const struct call *call, const char *brokers) {
    (void)brokers;
    usage_error(call, "this pawlctl was built without librdkafka: take one that was built with it, or pipe "
                      "--stdout to another producer");
}
