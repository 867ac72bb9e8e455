// Loops whose test looks ahead, rows whose length is an argument.
// head: blur(cost)/(img ker)
// inputs: h = 5
// inputs: w = 4
// inputs: img = 0 .. 1
// inputs: ker = 0 .. 1
static inline int clamp(int v, int lo, int hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

void blur(int h, int w, const double img[h][w], const double ker[3][3], double *cost)
{
    double out[h*w];
    double total = 0;
    int i, j, di, dj;
    unsigned u;
    for (i = 0; i < h; i++)
        for (j = 0; j < w; j++) {
            double acc = 0;
            for (di = -1; di <= 1; di++)
                for (dj = -1; dj <= 1; dj++)
                    acc += ker[di + 1][dj + 1]*img[clamp(i + di, 0, h - 1)][clamp(j + dj, 0, w - 1)];
            out[i*w + j] = acc;
        }
    for (i = 0; i < h; i++)
        for (j = 0; j + 1 < w; j++) {
            double g = out[i*w + j + 1] - out[i*w + j];
            total += g*g > 0.01 ? g*g : 0.5*g;
        }
    for (i = h - 1; 0 < i + 1; i--)
        total += out[i*w]*total;
    for (u = 0; u + 1 < (unsigned)h; u++)
        total += out[u*w]*out[(u + 1)*w];
    *cost = total;
}
