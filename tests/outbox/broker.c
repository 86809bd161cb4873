/*
 * broker BROKERS PARTITIONS TOPIC...: librdkafka's mock of a Kafka cluster, on real sockets. Prints where it
 * listens, then does what standard input says, a line each, and answers "done":
 *
 *   down N           broker N is unreachable
 *   up N             and is there again
 *   refuse TOPIC     the topic is not there
 *   accept TOPIC
 *   once ERROR       the next batch is answered with this number of Kafka's protocol
 *   write ERROR      every batch is, until `write 0`
 *   begin ERROR      likewise every new producer
 *
 * and ends with its input.
 */
#include <librdkafka/rdkafka.h>
#include <librdkafka/rdkafka_mock.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PRODUCE = 0, INIT_PRODUCER_ID = 22, FOR_EVER = 1000 }; /* of Kafka's protocol; and requests */

static void answer_with(rd_kafka_mock_cluster_t *cluster, int16_t request, int error, int times) {
    rd_kafka_mock_clear_request_errors(cluster, request);
    for (int i = 0; error != 0 && i < times; i++)
        rd_kafka_mock_push_request_errors(cluster, request, 1, (rd_kafka_resp_err_t)error);
}

int main(int argc, char **argv) {
    char reason[256], line[256];
    if (argc < 4)
        return 2;
    rd_kafka_conf_t *conf = rd_kafka_conf_new();
    rd_kafka_conf_set(conf, "log_level", "3", reason, sizeof reason); /* it is no client of anybody */
    rd_kafka_t *handle = rd_kafka_new(RD_KAFKA_PRODUCER, conf, reason, sizeof reason);
    rd_kafka_mock_cluster_t *cluster = handle ? rd_kafka_mock_cluster_new(handle, atoi(argv[1])) : NULL;
    if (!cluster) {
        fprintf(stderr, "broker: no cluster\n");
        return 1;
    }
    for (int i = 3; i < argc; i++)
        if (rd_kafka_mock_topic_create(cluster, argv[i], atoi(argv[2]), 1) != RD_KAFKA_RESP_ERR_NO_ERROR)
            return 1;
    printf("%s\n", rd_kafka_mock_cluster_bootstraps(cluster));
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        char word[32] = "", operand[128] = "";
        rd_kafka_resp_err_t error = RD_KAFKA_RESP_ERR_NO_ERROR;
        if (sscanf(line, "%31s %127s", word, operand) != 2)
            return 2;
        if (strcmp(word, "down") == 0)
            error = rd_kafka_mock_broker_set_down(cluster, atoi(operand));
        else if (strcmp(word, "up") == 0)
            error = rd_kafka_mock_broker_set_up(cluster, atoi(operand));
        else if (strcmp(word, "refuse") == 0)
            rd_kafka_mock_topic_set_error(cluster, operand, RD_KAFKA_RESP_ERR_UNKNOWN_TOPIC_OR_PART);
        else if (strcmp(word, "accept") == 0)
            rd_kafka_mock_topic_set_error(cluster, operand, RD_KAFKA_RESP_ERR_NO_ERROR);
        else if (strcmp(word, "once") == 0)
            answer_with(cluster, PRODUCE, atoi(operand), 1);
        else if (strcmp(word, "write") == 0)
            answer_with(cluster, PRODUCE, atoi(operand), FOR_EVER);
        else if (strcmp(word, "begin") == 0)
            answer_with(cluster, INIT_PRODUCER_ID, atoi(operand), FOR_EVER);
        else
            return 2;
        if (error != RD_KAFKA_RESP_ERR_NO_ERROR)
            return 1;
        printf("done\n");
        fflush(stdout);
    }
    rd_kafka_mock_cluster_destroy(cluster);
    rd_kafka_destroy(handle);
    return 0;
}
