#include "beside.h"

#include "report/terminal.h"

#include <stdlib.h>

#ifdef SELVAGE_VIEWER_THREADS

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>

typedef enum BesideState { IDLE, ASKED, QUIT } BesideState;

struct Beside {
    BesideJob* job;
    void* user;
    bool hasThread;
    pthread_t thread;
    pthread_mutex_t mutex; // of the state
    pthread_cond_t changed;
    BesideState state; // ASKED until the job has ended
};

static void* RunJobs(void* user) {
    Beside* beside = user;
    pthread_mutex_lock(&beside->mutex);
    while (beside->state != QUIT) {
        if (beside->state == ASKED) {
            pthread_mutex_unlock(&beside->mutex);
            beside->job(beside->user);
            pthread_mutex_lock(&beside->mutex);
            beside->state = IDLE;
            pthread_cond_broadcast(&beside->changed);
        } else {
            pthread_cond_wait(&beside->changed, &beside->mutex);
        }
    }
    pthread_mutex_unlock(&beside->mutex);
    return NULL;
}

Beside* Beside_Create(BesideJob* job, void* user) {
    Beside* beside = Terminal_Allocate(1, sizeof(*beside));
    *beside = (Beside){.job = job, .user = user};
    pthread_mutex_init(&beside->mutex, NULL);
    pthread_cond_init(&beside->changed, NULL);
    // Signals, Ctrl-C above all, stay with the caller.
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    beside->hasThread = pthread_create(&beside->thread, NULL, RunJobs, beside) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return beside;
}

static void SetState(Beside* beside, BesideState state) {
    pthread_mutex_lock(&beside->mutex);
    beside->state = state;
    pthread_cond_broadcast(&beside->changed);
    pthread_mutex_unlock(&beside->mutex);
}

void Beside_Destroy(Beside* beside) {
    if (beside == NULL) {
        return;
    }
    Beside_Wait(beside);
    if (beside->hasThread) {
        SetState(beside, QUIT);
        pthread_join(beside->thread, NULL);
    }
    pthread_cond_destroy(&beside->changed);
    pthread_mutex_destroy(&beside->mutex);
    free(beside);
}

void Beside_Begin(Beside* beside) {
    Beside_Wait(beside);
    if (beside->hasThread) {
        SetState(beside, ASKED);
    } else {
        beside->job(beside->user);
    }
}

void Beside_Wait(Beside* beside) {
    pthread_mutex_lock(&beside->mutex);
    while (beside->state == ASKED) {
        pthread_cond_wait(&beside->changed, &beside->mutex);
    }
    pthread_mutex_unlock(&beside->mutex);
}

#else

struct Beside {
    BesideJob* job;
    void* user;
};

Beside* Beside_Create(BesideJob* job, void* user) {
    Beside* beside = Terminal_Allocate(1, sizeof(*beside));
    *beside = (Beside){job, user};
    return beside;
}

void Beside_Destroy(Beside* beside) {
    free(beside);
}

void Beside_Begin(Beside* beside) {
    beside->job(beside->user);
}

void Beside_Wait(Beside* beside) {
    (void)beside;
}

#endif
