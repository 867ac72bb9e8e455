/* Which step of a loop comes next. */
#ifndef ADBINOMIAL_H
#define ADBINOMIAL_H

void adBinomial_init(int length, int snapshots, int first);
int adBinomial_next(int *action, int *step);
void adBinomial_resize(void);

#endif
