import { job } from '../../platform/jobs/jobs.ts';

/** Gives the recipients of a referral access to its published study; run by office/referrals. */
export const shareReferredStudy = job<{ studyID: number }>('share-referred-study', 12);

/** Keeps the cursors of the list of all studies few and evenly spaced; run by cursors.ts. */
export const maintainListCursors = job<Record<string, never>>('tend-list-marks', 1);
