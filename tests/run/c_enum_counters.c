// Loops over variables of enumerations, which gcc takes for unsigned where no constant is negative: backwards they must not wrap at zero.
// head: gates(s)/(x)
// wrong printed: printed again it differs
// inputs: n = 4
// inputs: x(6) = 0.5 .. 1
// inputs: s = 0 .. 0
// head: shifts(s)/(x)
// wrong printed: printed again it differs
// inputs: x(6) = 0.5 .. 1
// inputs: s = 0 .. 0
enum gate { GI, GF, GO, GC, NGATE };
typedef enum level { LOW, MID, HIGH, LEVELS } level;
enum shift { BACK = -1, NONE, AHEAD };

void gates(level n, double *x, double *s)
{
    *s = 1;
    for (enum gate k = GI; k < NGATE; k++)
        *s *= x[k];
    for (enum gate k = GF; k <= GC; k += 2)
        x[k] = x[k]*x[k-1];
    for (level l = HIGH; l > LOW; l--)
        x[l] = x[l]*x[l-1];
    for (enum gate k = NGATE; k-- > GI;)
        *s += x[k]*x[k];
    for (level l = n; l < LEVELS; l++)
        x[l] = x[l]*x[l];
    for (level l = LOW; l < n; l++) {
        if (x[l] > 100)
            break;
        *s += x[l]*x[l]*x[HIGH];
    }
    for (int i = 0; i < 2; i++) {
        enum gate k = GC;
        while (k > GI) {
            x[k] = x[k]*x[k-1];
            k--;
        }
        *s += x[k]*x[GC];
    }
}

void shifts(double *x, double *s)
{
    *s = 0;
    for (enum shift k = BACK; k <= AHEAD; k++)
        *s += x[1+k]*x[2+k];
    for (enum shift k = AHEAD; k >= BACK; k--)
        x[1+k] = x[1+k]*x[2+k];
    for (enum shift k = BACK; k < AHEAD; k++)
        *s *= x[1+k];
}
