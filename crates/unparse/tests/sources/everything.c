/* Every kind of declaration and statement.
 * The header is ours. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define SIZE 8

typedef struct {
    double x, y; /* plane */
    int tag;
} Point;

struct node {
    Point where;
    double *values;
    struct node *next;
};

typedef struct tree {
    struct tree *left, *right;
    unsigned flags : 3;
    double data[SIZE][2];
} Tree;

typedef double real;
enum colour { RED, GREEN = 4, BLUE };

static const double table[3] = { 1.0, 2.5e-3, 3.0 };
extern double outside;
double shared[SIZE], *cursor = shared;

double norm(int n, const double *restrict x);
static void apply(double (*f)(double), int n, double *x);

static inline double square(double v)
{
    return v*v;
}

double norm(int n, const double *restrict x)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += square(x[i]);
    return sqrt(s);
}

static void apply(double (*f)(double), int n, double *x)
{
    int i;
    for (i = n - 1; i >= 0; i--)
        x[i] = f(x[i]);
}

/* Walks and switches. */
double walk(const struct node *list, Tree *tree, real scale, float single, enum colour c)
{
    static int calls = 0;
    double total = 0.0, matrix[2][3] = { { 1.0, 2.0, 3.0 }, { 4.0, 5.0, 6.0 } };
    Point p = { 1.0, 2.0, 3 };
    const Point *q = &p;
    unsigned long mask = 1UL << 3 | 5UL;

    calls++;
    while (list != NULL) {
        if (list->values == NULL)
            break;
        total += list->where.x*scale - list->values[calls % 2]; /* weighted */
        list = list->next;
    }
    do {
        total /= 2.0;
        if (total < 0.0)
            continue;
        total -= 1.0;
    } while (total > 1.0);
    switch (c) {
    case RED:
    case GREEN:
        total *= (double)single;
        /* fall through */
    case BLUE: {
        double t = total;
        total = t > 0.0 ? t : -t;
        break;
    }
    default:
        if (total > 1e10)
            goto fail;
        total = fmax(total, fabsf(single)*2.0f);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 2; j > 0; j -= 2)
            if ((mask & 1UL << i) != 0 && !(matrix[i][j] > q->y))
                tree->data[i][j - 1] = pow(matrix[i][j], 2.0);
            else
                tree->data[i][0] = -matrix[i][j];
    if (tree->left != NULL && (tree->right == NULL || tree->flags > 2u)) {
        apply(sin, SIZE, tree->data[0]);
    } else if (tree->right != NULL) {
        cursor = &shared[2];
        *cursor = norm(SIZE, shared) + table[0] + outside;
    }
    printf("%s: %g\n", "total", total);
    return total;
fail:
    fprintf(stderr, "failed\n");
    exit(1);
}
