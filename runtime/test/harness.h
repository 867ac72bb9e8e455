/* The little that the tests need: a check that says where it failed, and a check that a function aborts with a message. */
#ifndef HARNESS_H
#define HARNESS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define CHECK(condition)                                                        \
    do {                                                                        \
        if (!(condition)) {                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);     \
            exit(1);                                                            \
        }                                                                       \
    } while (0)

/* Runs `function` in a process of its own, which must be ended by abort() after saying `message` on standard error. */
static inline void expectAbort(const char *name, void (*function)(void), const char *message)
{
    char said[2000];
    size_t length = 0;
    ssize_t got;
    int ends[2], status;
    pid_t child;

    CHECK(pipe(ends) == 0);
    child = fork();
    CHECK(child >= 0);
    if (child == 0) {
        dup2(ends[1], STDERR_FILENO);
        close(ends[0]);
        close(ends[1]);
        function();
        _exit(0);
    }
    close(ends[1]);
    while (length < sizeof said - 1 && (got = read(ends[0], said + length, sizeof said - 1 - length)) > 0)
        length += (size_t)got;
    said[length] = '\0';
    close(ends[0]);
    CHECK(waitpid(child, &status, 0) == child);
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGABRT || !strstr(said, message)) {
        fprintf(stderr, "%s: expected an abort with \"%s\", got status %d and:\n%s\n", name, message, status, said);
        exit(1);
    }
}

#define EXPECT_ABORT(function, message) expectAbort(#function, function, message)

/* A small generator, so that every machine runs the same sequence. */
static inline unsigned nextRandom(unsigned *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

#endif
