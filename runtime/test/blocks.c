/* Blocks know their sizes, however many there are and whoever had their addresses before. */
#include "adMemory.h"

#include "harness.h"

static void ofAnother(void)
{
    static char other[8];

    adAllocated(other);
}

int main(void)
{
    enum { COUNT = 5000 };
    static double *blocks[COUNT];

    CHECK(adAllocated(NULL) == 0);
    expectAbort("memory of another", ofAnother, "size is not known");
    for (int round = 1; round <= 3; round++) {
        for (int i = 0; i < COUNT; i++) {
            blocks[i] = adAllocate((size_t)(i * round % 100) * sizeof(double));
            CHECK(blocks[i] != NULL);
        }
        for (int i = 0; i < COUNT; i++) {
            const size_t n = (size_t)(i * round % 100);

            CHECK(adAllocated(blocks[i]) == n * sizeof(double));
            for (size_t k = 0; k < n; k++)
                CHECK(blocks[i][k] == 0.0);
            free(blocks[i]);
        }
    }
    expectAbort("memory of another", ofAnother, "size is not known");
    return 0;
}
