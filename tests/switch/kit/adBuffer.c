/* The scalars of a tape for C. */
void pushReal8Array(double *, int);
void popReal8Array(double *, int);
void pushReal4Array(float *, int);
void popReal4Array(float *, int);
void pushInteger4Array(int *, int);
void popInteger4Array(int *, int);
void pushInteger8Array(long *, int);
void popInteger8Array(long *, int);

void pushReal8(double x) { pushReal8Array(&x, 1); }
void popReal8(double *x) { popReal8Array(x, 1); }
void pushReal4(float x) { pushReal4Array(&x, 1); }
void popReal4(float *x) { popReal4Array(x, 1); }
void pushInteger4(int x) { pushInteger4Array(&x, 1); }
void popInteger4(int *x) { popInteger4Array(x, 1); }
void pushInteger8(long x) { pushInteger8Array(&x, 1); }
void popInteger8(long *x) { popInteger8Array(x, 1); }

#define CONTROL(n) \
    void pushControl##n##b(int k) { pushInteger4Array(&k, 1); } \
    void popControl##n##b(int *k) { popInteger4Array(k, 1); }
CONTROL(1)
CONTROL(2)
CONTROL(3)
CONTROL(4)
CONTROL(5)
