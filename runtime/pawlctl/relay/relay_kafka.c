#include "relay.h"
#include "say/print.h"

#include <errno.h>
#include <librdkafka/rdkafka.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <syslog.h>

enum { NEW_PRODUCER_MS = 1000 }; /* so long at least a producer is kept after its fatal error */

struct kafka {
    struct sink sink;
    rd_kafka_conf_t *conf; /* of every producer that is made */
    rd_kafka_t *producer;
    rd_kafka_t *single; /* each message is a batch of its own; NULL until it is needed */
    int64_t made_at_ms;
    char trouble[512]; /* what the client has complained of since something arrived */
};

/* ---- whose fault it is -------------------------------------------------------------------------- */

enum fault {
    FAULT_OF_WAY,     /* says nothing of the message: whatever is not named below */
    FAULT_OF_TOPIC,   /* nothing can be written there, and other topics go on */
    FAULT_OF_MESSAGE, /* or of the batch that it was in: a broker refuses all of a batch for one */
};

static enum fault fault_of(rd_kafka_resp_err_t error) {
    switch ((int)error) {
    case RD_KAFKA_RESP_ERR__INVALID_ARG: /* no name of a topic */
    case RD_KAFKA_RESP_ERR__UNKNOWN_TOPIC:
    case RD_KAFKA_RESP_ERR__UNKNOWN_PARTITION:
    case RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART:
    case RD_KAFKA_RESP_ERR_TOPIC_EXCEPTION:
    case RD_KAFKA_RESP_ERR_TOPIC_AUTHORIZATION_FAILED:
    case RD_KAFKA_RESP_ERR_UNSUPPORTED_FOR_MESSAGE_FORMAT:
        return FAULT_OF_TOPIC;
    case RD_KAFKA_RESP_ERR_MSG_SIZE_TOO_LARGE:
    case RD_KAFKA_RESP_ERR_RECORD_LIST_TOO_LARGE:
    case RD_KAFKA_RESP_ERR_INVALID_MSG:
    case RD_KAFKA_RESP_ERR_INVALID_MSG_SIZE:
    case RD_KAFKA_RESP_ERR_INVALID_TIMESTAMP:
    case RD_KAFKA_RESP_ERR_INVALID_RECORD:
        return FAULT_OF_MESSAGE;
    default:
        return FAULT_OF_WAY;
    }
}

/* That a message timed out says less than what kept it. */
static const char *reason_of(const struct kafka *kafka, rd_kafka_resp_err_t error) {
    const bool is_own = error < RD_KAFKA_RESP_ERR_UNKNOWN; /* librdkafka's, and no broker's */
    return is_own && kafka->trouble[0] != '\0' ? kafka->trouble : rd_kafka_err2str(error);
}

static void relay_kafka_answer(struct kafka *kafka, struct relay_entry *entry, rd_kafka_resp_err_t error) {
    if (error == RD_KAFKA_RESP_ERR_NO_ERROR) {
        kafka->trouble[0] = '\0';
        relay_answer(&kafka->sink, entry, DELIVERED, NULL);
    } else if (fault_of(error) == FAULT_OF_WAY) {
        relay_answer(&kafka->sink, entry, UNREACHABLE, reason_of(kafka, error));
    } else {
        relay_answer(&kafka->sink, entry, UNDELIVERABLE, rd_kafka_err2str(error));
    }
}

static void complained(rd_kafka_t *producer, int error, const char *reason, void *context) {
    struct kafka *kafka = context;
    (void)producer;
    if (error != RD_KAFKA_RESP_ERR__ALL_BROKERS_DOWN || kafka->trouble[0] == '\0')
        snprintf(kafka->trouble, sizeof kafka->trouble, "%s", reason);
}

/* Its errors are told once, as the reason why nothing arrives; what `debug` asks for is printed as it is. */
static void logged(const rd_kafka_t *producer, int level, const char *facility, const char *line) {
    if (level >= LOG_DEBUG || strcmp(facility, "CONFWARN") == 0)
        rd_kafka_log_print(producer, level, facility, line);
}

/* ---- sending ------------------------------------------------------------------------------------ */

static bool add_header(rd_kafka_headers_t *headers, const char *name, const char *value) {
    return value == NULL || rd_kafka_header_add(headers, name, -1, value, -1) == RD_KAFKA_RESP_ERR_NO_ERROR;
}

static rd_kafka_headers_t *headers_of(struct results *texts, const struct outbox_row *row) {
    char sort_key[24];
    rd_kafka_headers_t *headers = rd_kafka_headers_new(10);
    const char *id = outbox_message_id(texts, row);
    const char *actor = row->actor == NULL ? NULL : actor_name(texts, row->actor);
    snprintf(sort_key, sizeof sort_key, "%lld", (long long)row->sort_key);
    if (id != NULL && add_header(headers, "id", id) && add_header(headers, "machine", row->machine) &&
        add_header(headers, "event", row->event) && add_header(headers, "from", row->from) &&
        add_header(headers, "to", row->to) && add_header(headers, "sort_key", sort_key) &&
        add_header(headers, "request_id", row->request_id) && add_header(headers, "actor", actor) &&
        add_header(headers, "traceparent", actor_trace(row->actor)) &&
        add_header(headers, "fingerprint", row->fingerprint))
        return headers;
    rd_kafka_headers_destroy(headers);
    return NULL;
}

/* Takes the headers over, whatever comes of it. */
static rd_kafka_resp_err_t produce(rd_kafka_t *producer, struct relay_entry *entry, const char *body,
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

static void send_by(struct kafka *kafka, rd_kafka_t *producer, struct relay_entry *entry) {
    struct results texts = {0};
    const char *body = outbox_message(&texts, entry->row);
    rd_kafka_headers_t *headers = body == NULL ? NULL : headers_of(&texts, entry->row);
    rd_kafka_resp_err_t error =
        headers == NULL ? RD_KAFKA_RESP_ERR__QUEUE_FULL : produce(producer, entry, body, headers);
    results_free(&texts);
    if (error != RD_KAFKA_RESP_ERR_NO_ERROR)
        relay_kafka_answer(kafka, entry, error);
}

static void send_message(struct sink *sink, struct relay_entry *entry) {
    struct kafka *kafka = (struct kafka *)sink;
    send_by(kafka, kafka->producer, entry);
}

/* ---- producers ---------------------------------------------------------------------------------- */

static rd_kafka_t *make_producer(struct kafka *kafka, bool is_single) {
    char reason[512];
    rd_kafka_conf_t *conf = rd_kafka_conf_dup(kafka->conf);
    rd_kafka_conf_set_opaque(conf, kafka);
    if (is_single)
        rd_kafka_conf_set(conf, "batch.num.messages", "1", reason, sizeof reason);
    rd_kafka_t *producer = rd_kafka_new(RD_KAFKA_PRODUCER, conf, reason, sizeof reason);
    if (producer != NULL)
        return producer;
    rd_kafka_conf_destroy(conf);
    say_error("pawlctl: librdkafka: %s\n", reason);
    return NULL;
}

/* What was refused with others is sent alone, and judged by what becomes of it then. */
static void delivered(rd_kafka_t *producer, const rd_kafka_message_t *message, void *context) {
    struct kafka *kafka = context;
    const bool is_suspect = fault_of(message->err) == FAULT_OF_MESSAGE && producer != kafka->single;
    if (is_suspect && kafka->single == NULL)
        kafka->single = make_producer(kafka, true);
    if (is_suspect && kafka->single != NULL)
        send_by(kafka, kafka->single, message->_private);
    else
        relay_kafka_answer(kafka, message->_private,
                           is_suspect ? RD_KAFKA_RESP_ERR__QUEUE_FULL : message->err);
}

/* Answers what is on its way, also where that is the way to be sent alone. */
static void give_up(struct sink *sink) {
    struct kafka *kafka = (struct kafka *)sink;
    rd_kafka_t *const producers[] = {kafka->producer, kafka->single};
    for (size_t i = 0; i < sizeof producers / sizeof *producers; i++) {
        if (producers[i] == NULL)
            continue;
        rd_kafka_purge(producers[i], RD_KAFKA_PURGE_F_QUEUE | RD_KAFKA_PURGE_F_INFLIGHT);
        while (rd_kafka_outq_len(producers[i]) > 0)
            rd_kafka_poll(producers[i], 100);
    }
}

static bool has_failed(struct kafka *kafka, rd_kafka_t *producer) {
    char reason[sizeof kafka->trouble];
    if (producer == NULL ||
        rd_kafka_fatal_error(producer, reason, sizeof reason) == RD_KAFKA_RESP_ERR_NO_ERROR)
        return false;
    memcpy(kafka->trouble, reason, sizeof reason);
    return true;
}

/*
 * After a fatal error an idempotent producer is good for nothing (librdkafka's INTRODUCTION.md), and another
 * one goes on; not at once, since what is the matter may stop that one, too.
 */
static bool poll_producers(struct sink *sink, int timeout_ms) {
    struct kafka *kafka = (struct kafka *)sink;
    rd_kafka_poll(kafka->producer, timeout_ms);
    if (kafka->single != NULL)
        rd_kafka_poll(kafka->single, 0);
    if (!has_failed(kafka, kafka->producer) && !has_failed(kafka, kafka->single))
        return true;
    give_up(sink);
    if (monotonic_ms() - kafka->made_at_ms < NEW_PRODUCER_MS)
        return true;
    if (kafka->single != NULL)
        rd_kafka_destroy(kafka->single);
    kafka->single = NULL;
    rd_kafka_destroy(kafka->producer);
    kafka->producer = make_producer(kafka, false);
    kafka->made_at_ms = monotonic_ms();
    return kafka->producer != NULL;
}

static void close_producers(struct sink *sink) {
    struct kafka *kafka = (struct kafka *)sink;
    rd_kafka_conf_destroy(kafka->conf);
    if (kafka->single != NULL)
        rd_kafka_destroy(kafka->single);
    if (kafka->producer != NULL)
        rd_kafka_destroy(kafka->producer);
}

/* ---- settings ----------------------------------------------------------------------------------- */

/* Shows neither a value nor what librdkafka says of it, which repeats it: a password may stand there, also
   where its name is misspelt. */
static bool relay_kafka_set(rd_kafka_conf_t *conf, const char *where, const char *name, const char *value) {
    char reason[512];
    rd_kafka_conf_res_t result = rd_kafka_conf_set(conf, name, value, reason, sizeof reason);
    if (result == RD_KAFKA_CONF_OK)
        return true;
    const int length = (int)strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789._");
    say_error("pawlctl: %s: %s `%.*s`%s\n", where,
              result == RD_KAFKA_CONF_UNKNOWN ? "librdkafka has no setting"
                                              : "librdkafka takes no such value of",
              length, name, name[length] == '\0' ? "" : ", and something else");
    return false;
}

static char *relay_kafka_trimmed(char *text) {
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
        say_error("pawlctl: %s: %s\n", path, strerror(errno));
    while (done && getline(&line, &size, file) >= 0) {
        char *name = relay_kafka_trimmed(line);
        char *value = strchr(name, '=');
        number++;
        if (*name == '\0' || *name == '#')
            continue;
        if (value == NULL) {
            say_error("pawlctl: %s:%zu: expected NAME=VALUE\n", path, number);
            done = false;
            break;
        }
        *value++ = '\0';
        char where[PATH_MAX + 32];
        snprintf(where, sizeof where, "%s:%zu", path, number);
        done = relay_kafka_set(conf, where, relay_kafka_trimmed(name), relay_kafka_trimmed(value));
    }
    free(line);
    if (file != NULL)
        fclose(file);
    return done;
}

struct sink *kafka_sink(const struct call *call, const char *brokers) {
    /* the file may change these */
    static const char *const defaults[][2] = {
        {"client.id", "pawlctl"},
        {"linger.ms", "1"},
        {"message.timeout.ms", "10000"},
        {"topic.metadata.propagation.max.ms", "5000"}, /* how long a topic may be unknown */
        {"partitioner", "murmur2_random"},             /* as clients in Java: one key, one partition */
    };
    const char *config = option(call, "--kafka-config");
    struct kafka *kafka = arena_alloc(memory, sizeof *kafka);
    kafka->sink = (struct sink){
        .send = send_message, .poll = poll_producers, .give_up = give_up, .close = close_producers};
    kafka->conf = rd_kafka_conf_new();
    rd_kafka_conf_set_dr_msg_cb(kafka->conf, delivered);
    rd_kafka_conf_set_error_cb(kafka->conf, complained);
    rd_kafka_conf_set_log_cb(kafka->conf, logged);
    kafka->made_at_ms = monotonic_ms();
    bool done = true;
    for (size_t i = 0; done && i < sizeof defaults / sizeof *defaults; i++)
        done = relay_kafka_set(kafka->conf, "pawlctl", defaults[i][0], defaults[i][1]);
    done = done && (config == NULL || read_config(kafka->conf, config)) &&
           relay_kafka_set(kafka->conf, "--kafka", "bootstrap.servers", brokers) &&
           relay_kafka_set(kafka->conf, "pawlctl", "enable.idempotence", "true") &&
           relay_kafka_set(kafka->conf, "pawlctl", "acks", "all") &&
           (kafka->producer = make_producer(kafka, false)) != NULL;
    if (done)
        return &kafka->sink;
    close_producers(&kafka->sink);
    return NULL;
}
