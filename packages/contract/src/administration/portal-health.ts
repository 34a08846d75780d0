export type RunKind = 'backup' | 'restore-test';

/**
 * `incomplete`: a backup without objects that the portal lacks, or a restore test that could not check everything;
 * `interrupted`: the process ended before the run.
 */
export type RunOutcome = 'done' | 'incomplete' | 'failed' | 'interrupted';

/** Why a restore test did not restore the rows: the private key, space on the disk, or the embedded PostgreSQL. */
export type TestLacks = 'key' | 'space' | 'server';
