/* Binomial checkpointing: adBinomial.c tells how it is used. */
#ifndef ADBINOMIAL_H
#define ADBINOMIAL_H

void adBinomial_init(int length, int snapshots, int first);
int adBinomial_next(int *action, int *step);
void adBinomial_resize(void);

#endif
