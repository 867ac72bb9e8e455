// The same in C, behind pointers: an element is there if a statement beside the loop sets it.
// inputs: n = 5
// inputs: m = 0
// inputs: a(5,5) = 0.5 .. 1.5
// inputs: b(5) = 0.5 .. 1.5
// inputs: x(5) = 0.5 .. 1.5
// head: rows(a, b)\(rows, x)
// head: columns(a, b)\(columns, x)
// head: absent(a, b)\(absent, x)
// head: reads(a, b)\(reads, x)
// head: local(a, b)\(local, x)
double rows(int n, int m, double a[5][5], const double *b, double *x) {
    double y = 0.0;
    for (int i = 0; i < n; i++) x[i] = b[i]*b[i];
    for (int i = 1; i < n; i++) x[i] -= x[i - 1]*a[i][0]*x[i];
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= a[i][j]*x[j];
        x[i] /= a[i][i];
    }
    for (int i = 0; i < n; i++) y += x[i]*b[i];
    return y;
}

double columns(int n, int m, double a[5][5], const double *b, double *x) {
    double y = 0.0;
    for (int i = 0; i < n; i++) x[i] = b[i]*b[i];
    for (int i = 0; i < n; i++) x[i] *= x[i];
    for (int k = n - 1; k >= 0; k--) {
        x[k] /= a[k][k];
        for (int i = 0; i < k; i++) x[i] -= a[i][k]*x[k];
    }
    for (int i = 0; i < n; i++) y += x[i]*b[i];
    return y;
}

double absent(int n, int m, double a[5][5], const double *b, double *x) {
    double y = 0.0;
    for (int i = 0; i < n; i++) x[i] = b[i]*b[i];
    y = x[0]*x[n - 1];
    for (int j = 0; j < m; j++) x[m - 1] += a[m - 1][j]*b[j];
    for (int i = 0; i < n; i++) y += x[i]*b[i];
    return y;
}

double reads(int n, int m, double a[5][5], const double *b, double *x) {
    double y = 0.0;
    for (int i = 0; i < n; i++) x[i] = b[i]*b[i];
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++) x[i] += 0.1*a[i][j]*b[j];
            x[i] = 0.5*x[i] + 0.1*x[i > 0 ? i - 1 : n - 1]*x[i];
        }
    for (int i = 0; i < n; i++) y += x[i]*b[i];
    return y;
}

double local(int n, int m, double a[5][5], const double *b, double *x) {
    double y = 0.0, w[5];
    for (int i = 0; i < 5; i++) w[i] = b[i]*b[i];
    for (int i = 0; i < 5; i++) w[i] *= w[i];
    for (int j = 0; j < n; j++)
        for (int i = 0; i < 5; i++) w[i] += a[i][j]*b[j];
    for (int i = 0; i < 5; i++) {
        x[i] = w[i]*w[i];
        y += x[i]*b[i];
    }
    return y;
}
