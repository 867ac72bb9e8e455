// Functions of the C library that the program declares itself, without the headers.
// inputs: x = 1 .. 2
// head: cube(cube)/(x)
// head: ends(ends)/(x)
// inputs: n = 5
// head: turned(turned)/(x)
extern double frexp(double, int *);
extern double ldexp(double, int);
double modf();
extern void *malloc(unsigned long);
extern void free(void *);
extern int printf(const char *, ...);
extern void exit(int);
void *memcpy(void *, const void *, unsigned long);
double cabs(double _Complex);
double _Complex cexp(double _Complex);

double cube(double x)
{
    int e;
    double m = frexp(x, &e);
    m = 0.4 + 0.6*m;
    return ldexp(m, e);
}

double ends(double x, int n)
{
    double whole, ends[2];
    double *w = malloc(n*sizeof(double));
    if (n > 100) {
        printf("too many\n");
        exit(1);
    }
    for (int i = 0; i < n; i++) w[i] = x*x*(i + 0.3);
    memcpy(ends, w, 2*sizeof(double));
    ends[1] += w[n - 1];
    free(w);
    return ends[0]*modf(ends[1], &whole) + whole*x;
}

double turned(double x)
{
    double _Complex z = x*cexp(x);
    return cabs(z);
}
