/* Functions that derivatives need and math.h does not have. */
#ifndef ADSPECIAL_H
#define ADSPECIAL_H

/* The digamma function, the derivative of lgamma. */
double adDigamma(double x);
float adDigammaf(float x);
long double adDigammal(long double x);

#endif
