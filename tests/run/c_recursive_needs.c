// In C, too: a transform that recurs over halves of a row and keeps nothing, since its data are linear; a tree of products that keeps what it overwrites;
// two functions that call one another.
// inputs: n = 8
// inputs: d(8) = 0.5 .. 1.5
// inputs: e(8) = 0.5 .. 1.5
// head: whole(d, e)\(d, e)
// head: tree(d, e)\(d, e, tree)
// head: game(d, e)\(d, e)
// head: twice(d, e)\(d)
#include <math.h>

void transform(int n, double re[], double im[]) {
    double u, v, c, s;
    if (n < 2) return;
    transform(n/2, re, im);
    transform(n/2, re + n/2, im + n/2);
    for (int k = 0; k < n/2; k++) {
        c = cos(3.0*k/n);
        s = sin(3.0*k/n);
        u = re[k + n/2]*c - im[k + n/2]*s;
        v = re[k + n/2]*s + im[k + n/2]*c;
        re[k + n/2] = re[k] - u;
        im[k + n/2] = im[k] - v;
        re[k] += u;
        im[k] += v;
    }
}

double products(int n, double *d) {
    double l, r;
    if (n == 1) {
        d[0] = d[0]*d[0];
        return d[0];
    }
    l = products(n/2, d);
    r = products(n - n/2, d + n/2);
    d[0] = d[0]*r + l;
    return l*r;
}

void pong(int n, double *a, double *b);

void pingpong(int n, double *a, double *b) {
    if (n < 2) return;
    for (int i = 0; i < n; i++) a[i] += 0.5*b[i];
    pong(n - 3, b, a);
    a[0] = 0.25*a[0];
}

void pong(int n, double *a, double *b) {
    if (n < 2) return;
    for (int i = 0; i < n; i++) a[i] *= b[i];
    pingpong(n - 1, b, a);
    b[1] = 0.25*b[1] + a[0];
}

void turn(int n, double *d, double s) {
    if (n < 2) return;
    turn(n/2, d, s);
    turn(n/2, d + n/2, 0.5*s);
    for (int i = 0; i < n/2; i++) {
        double t = d[i + n/2]*s;
        d[i + n/2] = d[i] - t;
        d[i] += t;
    }
}

void twice(int n, double *d, double *e) {
    double s = 0.5*e[n - 1];
    turn(n, d, s);
    s = s*d[2];
    turn(n, d, s);
}

void whole(int n, double *d, double *e) {
    transform(n, d, e);
}

double tree(int n, double *d, double *e) {
    double y = products(n, d), z;
    e[0] = e[0]*d[1];
    z = products(n, e);
    e[1] += z;
    return y*e[2];
}

void game(int n, double *d, double *e) {
    pingpong(n, d, e);
    d[0] *= e[1];
}
