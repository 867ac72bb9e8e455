/* The tape as a whole: reading it more than once, looking at its size, checking that it was used up.
 *
 * Each thread has a tape of its own. It is empty when the thread begins, grows as values are saved, keeps its memory
 * for the next derivative, and is freed when the thread or the program ends.
 *
 * Whatever is pushed must be popped in exactly the reverse order, with the same type and, for arrays, the same count.
 * A pop that does not mirror its push, a pop from an empty tape, and want of memory are reported on standard error
 * and end the program by abort(): a wrong derivative is never returned.
 */
#ifndef ADSTACK_H
#define ADSTACK_H

/* Reading without popping. After adStack_startRepeat the pops that follow leave what they read on the tape;
 * adStack_resetRepeat goes back to where the tape stood at the start, to read it once more; adStack_endRepeat ends the
 * protection. Values pushed in between must be popped before the reset. Repetitions may be nested. */
void adStack_startRepeat(void);
void adStack_resetRepeat(void);
void adStack_endRepeat(void);

/* 1 when everything pushed by this thread was popped. */
int adStack_isEmpty(void);

/* Reports a tape that is not empty on standard error and aborts; does nothing otherwise. */
void adStack_check(void);

/* Gives the memory of an empty tape back; reports and aborts like adStack_check when it is not empty. */
void adStack_release(void);

/* Print on standard output: the largest size so far, the bytes pushed so far. */
void adStack_showPeakSize(void);
void adStack_showTraffic(void);

/* Print the present size, under a name, and with the number and size of the blocks. */
void showStackAndBuffers(const char *name);
void showStackAndBuffersSize(void);

#endif
