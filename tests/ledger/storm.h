#ifndef STORM_PROCESS_H
#define STORM_PROCESS_H

/*
 * What each process of the storm does, until it is killed; neither returns. One that transfers writes down
 * what it asks for and what it is answered:
 *
 *   ask ID PAYER PAYEE AMOUNT
 *   answer ID STATE
 *
 * and begins with what it has asked and not been answered. point: see die_at.
 */
_Noreturn void run_client(const char *where, const char *log, int accounts, long point);
_Noreturn void run_clock(const char *where, long point);

#endif
