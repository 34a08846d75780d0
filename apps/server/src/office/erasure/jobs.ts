import { job } from '../../platform/jobs/jobs.ts';

/** Begins a confirmed erasure when its delay is over. */
export const beginErasureOf = job<{ erasureUUID: string }>('begin-erasure', 500);

/** Deletes the rows of a patient. 500 attempts span months, so that an erasure outlasts a long failure of a store. */
export const erasePatientRows = job<{ erasureUUID: string }>('erase-patient', 500);

/** Deletes the patient's objects in the stores, never during a backup. */
export const erasePatientObjects = job<{ erasureUUID: string }>('erase-objects', 500);
