#include "relay.h"

#include <errno.h>
#include <librdkafka/rdkafka.h>
#include <stdlib.h>
#include <string.h>

struct kafka {
    struct sink sink;
    rd_kafka_conf_t *conf; /* of every producer that is made */
    rd_kafka_t *producer;
};

/* ---- answers ------------------------------------------------------------------------------------ */

/* What says nothing of the message, but of the way to the broker. */
static bool is_unreachable(rd_kafka_resp_err_t error) {
    switch ((int)error) {
    case RD_KAFKA_RESP_ERR__MSG_TIMED_OUT:
    case RD_KAFKA_RESP_ERR__TIMED_OUT:
    case RD_KAFKA_RESP_ERR__TIMED_OUT_QUEUE:
    case RD_KAFKA_RESP_ERR__TRANSPORT:
    case RD_KAFKA_RESP_ERR__RESOLVE:
    case RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN:
    case RD_KAFKA_RESP_ERR__QUEUE_FULL:
    case RD_KAFKA_RESP_ERR__PURGE_QUEUE:
    case RD_KAFKA_RESP_ERR__PURGE_INFLIGHT:
    case RD_KAFKA_RESP_ERR__DESTROY:
    case RD_KAFKA_RESP_ERR__STATE:
    case RD_KAFKA_RESP_ERR__FATAL:
    case RD_KAFKA_RESP_ERR__SSL:
    case RD_KAFKA_RESP_ERR__AUTHENTICATION:
    case RD_KAFKA_RESP_ERR__RETRY:
    case RD_KAFKA_RESP_ERR_SASL_AUTHENTICATION_FAILED:
    case RD_KAFKA_RESP_ERR_CLUSTER_AUTHORIZATION_FAILED:
    case RD_KAFKA_RESP_ERR_LEADER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NOT_LEADER_FOR_PARTITION:
    case RD_KAFKA_RESP_ERR_REQUEST_TIMED_OUT:
    case RD_KAFKA_RESP_ERR_BROKER_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_REPLICA_NOT_AVAILABLE:
    case RD_KAFKA_RESP_ERR_NETWORK_EXCEPTION:
    case RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS:
    case RD_KAFKA_RESP_ERR_NOT_ENOUGH_REPLICAS_AFTER_APPEND:
    case RD_KAFKA_RESP_ERR_KAFKA_STORAGE_ERROR:
    case RD_KAFKA_RESP_ERR_OUT_OF_ORDER_SEQUENCE_NUMBER:
    case RD_KAFKA_RESP_ERR_DUPLICATE_SEQUENCE_NUMBER:
    case RD_KAFKA_RESP_ERR_INVALID_PRODUCER_EPOCH:
    case RD_KAFKA_RESP_ERR_UNKNOWN_PRODUCER_ID:
    case RD_KAFKA_RESP_ERR_PRODUCER_FENCED:
    case RD_KAFKA_RESP_ERR_UNKNOWN:
        return true;
    default:
        return false;
    }
}

static void answer(struct sink *sink, struct entry *entry, rd_kafka_resp_err_t error) {
    relay_answer(sink, entry,
                 error == RD_KAFKA_RESP_ERR_NO_ERROR ? DELIVERED
                 : is_unreachable(error)             ? UNREACHABLE
                                                     : UNDELIVERABLE,
                 rd_kafka_err2str(error));
}

static void delivered(rd_kafka_t *producer, const rd_kafka_message_t *message, void *context) {
    (void)producer;
    answer(context, message->_private, message->err);
}

/* ---- sending ------------------------------------------------------------------------------------ */

static bool add_header(rd_kafka_headers_t *headers, const char *name, const char *value) {
    return value == NULL || rd_kafka_header_add(headers, name, -1, value, -1) == RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_headers_t *headers_of(struct results *memory, const struct outbox_row *row) {
    char sort_key[24];
    rd_kafka_headers_t *headers = rd_kafka_headers_new(8);
    const char *id = outbox_message_id(memory, row);
    snprintf(sort_key, sizeof sort_key, "%lld", (long long)row->sort_key);
    if (id != NULL && add_header(headers, "id", id) && add_header(headers, "machine", row->machine) &&
        add_header(headers, "event", row->event) && add_header(headers, "from", row->from) &&
        add_header(headers, "to", row->to) && add_header(headers, "sort_key", sort_key) &&
        add_header(headers, "request_id", row->request_id) &&
        add_header(headers, "fingerprint", row->fingerprint))
        return headers;
    rd_kafka_headers_destroy(headers);
    return NULL;
}

/* Takes the headers over, whatever comes of it. */
static rd_kafka_resp_err_t produce(rd_kafka_t *producer, struct entry *entry, const char *body,
                                   rd_kafka_headers_t *headers) {
    const struct outbox_row *row = entry->row;
    const rd_kafka_vu_t message[] = {
        {.vtype = RD_KAFKA_VTYPE_TOPIC, .u.cstr = row->topic},
        {.vtype = RD_KAFKA_VTYPE_KEY,
         .u.mem = {.ptr = (void *)(uintptr_t)row->entity, .size = strlen(row->entity)}},
        {.vtype = RD_KAFKA_VTYPE_VALUE, .u.mem = {.ptr = (void *)(uintptr_t)body, .size = strlen(body)}},
        {.vtype = RD_KAFKA_VTYPE_MSGFLAGS, .u.i = RD_KAFKA_MSG_F_COPY},
        {.vtype = RD_KAFKA_VTYPE_HEADERS, .u.headers = headers},
        {.vtype = RD_KAFKA_VTYPE_OPAQUE, .u.ptr = entry},
    };
    rd_kafka_error_t *refused = rd_kafka_produceva(producer, message, sizeof message / sizeof *message);
    if (refused == NULL)
        return RD_KAFKA_RESP_ERR_NO_ERROR;
    rd_kafka_resp_err_t error = rd_kafka_error_code(refused);
    rd_kafka_error_destroy(refused);
    rd_kafka_headers_destroy(headers);
    return error;
}

static void send_message(struct sink *sink, struct entry *entry) {
    struct kafka *kafka = (struct kafka *)sink;
    struct results memory = {0};
    const char *body = outbox_message(&memory, entry->row);
    rd_kafka_headers_t *headers = body == NULL ? NULL : headers_of(&memory, entry->row);
    rd_kafka_resp_err_t error =
        headers == NULL ? RD_KAFKA_RESP_ERR__QUEUE_FULL : produce(kafka->producer, entry, body, headers);
    results_free(&memory);
    if (error != RD_KAFKA_RESP_ERR_NO_ERROR)
        answer(sink, entry, error);
}

/* ---- the producer ------------------------------------------------------------------------------- */

static bool make_producer(struct kafka *kafka) {
    char reason[512];
    rd_kafka_conf_t *conf = rd_kafka_conf_dup(kafka->conf);
    rd_kafka_conf_set_opaque(conf, kafka);
    kafka->producer = rd_kafka_new(RD_KAFKA_PRODUCER, conf, reason, sizeof reason);
    if (kafka->producer != NULL)
        return true;
    rd_kafka_conf_destroy(conf);
    fprintf(stderr, "pawlctl: librdkafka: %s\n", reason);
    return false;
}

static void give_up(struct sink *sink) {
    struct kafka *kafka = (struct kafka *)sink;
    rd_kafka_purge(kafka->producer, RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
    while (rd_kafka_outq_len(kafka->producer) > 0)
        rd_kafka_poll(kafka->producer, 100);
}

/* After a fatal error an idempotent producer is good for nothing: librdkafka's INTRODUCTION.md. */
static bool poll_producer(struct sink *sink, int timeout_ms) {
    struct kafka *kafka = (struct kafka *)sink;
    char reason[512];
    rd_kafka_poll(kafka->producer, timeout_ms);
    if (rd_kafka_fatal_error(kafka->producer, reason, sizeof reason) == RD_KAFKA_RESP_ERR_NO_ERROR)
        return true;
    fprintf(stderr, "pawlctl: librdkafka: %s; a new producer goes on\n", reason);
    give_up(sink);
    rd_kafka_destroy(kafka->producer);
    return make_producer(kafka);
}

static void close_producer(struct sink *sink) {
    struct kafka *kafka = (struct kafka *)sink;
    rd_kafka_conf_destroy(kafka->conf);
    if (kafka->producer != NULL)
        rd_kafka_destroy(kafka->producer);
    free(kafka);
}

/* ---- settings ----------------------------------------------------------------------------------- */

static bool set(rd_kafka_conf_t *conf, const char *name, const char *value) {
    char reason[512];
    if (rd_kafka_conf_set(conf, name, value, reason, sizeof reason) == RD_KAFKA_CONF_OK)
        return true;
    fprintf(stderr, "pawlctl: librdkafka: %s=%s: %s\n", name, value, reason);
    return false;
}

static char *trimmed(char *text) {
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t\r\n", text[length - 1]) != NULL)
        length--;
    text[length] = '\0';
    return text;
}

/* NAME=VALUE lines, as librdkafka's own programs take them; # begins a comment. */
static bool read_config(rd_kafka_conf_t *conf, const char *path) {
    FILE *file = fopen(path, "r");
    char *line = NULL;
    size_t size = 0, number = 0;
    bool done = file != NULL;
    if (file == NULL)
        fprintf(stderr, "pawlctl: %s: %s\n", path, strerror(errno));
    while (done && getline(&line, &size, file) >= 0) {
        char *name = trimmed(line);
        char *value = strchr(name, '=');
        number++;
        if (*name == '\0' || *name == '#')
            continue;
        if (value == NULL) {
            fprintf(stderr, "pawlctl: %s:%zu: expected NAME=VALUE\n", path, number);
            done = false;
            break;
        }
        *value++ = '\0';
        done = set(conf, trimmed(name), trimmed(value));
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return done;
}

struct sink *kafka_sink(const struct call *call, const char *brokers, const char *config) {
    /* the file may change these */
    static const char *const defaults[][2] = {
        {"client.id", "pawlctl"},
        {"linger.ms", "1"},
        {"message.timeout.ms", "10000"},
        {"topic.metadata.propagation.max.ms", "5000"}, /* how long a topic may be unknown */
        {"partitioner", "murmur2_random"},             /* as clients in Java: one key, one partition */
    };
    (void)call;
    struct kafka *kafka = calloc(1, sizeof *kafka);
    if (kafka == NULL) {
        fprintf(stderr, "pawlctl: out of memory\n");
        return NULL;
    }
    kafka->sink = (struct sink){
        .send = send_message, .poll = poll_producer, .give_up = give_up, .close = close_producer};
    kafka->conf = rd_kafka_conf_new();
    rd_kafka_conf_set_dr_msg_cb(kafka->conf, delivered);
    bool done = true;
    for (size_t i = 0; done && i < sizeof defaults / sizeof *defaults; i++)
        done = set(kafka->conf, defaults[i][0], defaults[i][1]);
    done = done && (config == NULL || read_config(kafka->conf, config)) &&
           set(kafka->conf, "bootstrap.servers", brokers) && set(kafka->conf, "enable.idempotence", "true") &&
           set(kafka->conf, "acks", "all") && make_producer(kafka);
    if (done)
        return &kafka->sink;
    close_producer(&kafka->sink);
    return NULL;
}
