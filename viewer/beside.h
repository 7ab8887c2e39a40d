// A job that runs beside its caller, on a thread of its own where there are threads.
#ifndef SELVAGE_VIEWER_BESIDE_H
#define SELVAGE_VIEWER_BESIDE_H

typedef struct Beside Beside;
typedef void BesideJob(void* user);

Beside* Beside_Create(BesideJob* job, void* user);
void Beside_Destroy(Beside* beside); // waits; null is allowed

// Begins a run of the job, when the one before has ended; waits until it has ended. What the caller
// wrote before the begin the job sees, and what the job wrote the caller sees after the wait.
void Beside_Begin(Beside* beside);
void Beside_Wait(Beside* beside);

#endif
