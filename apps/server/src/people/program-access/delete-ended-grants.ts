import type { Context } from '../../platform/context.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { deleteGrantsEndedBefore } from './queries.ts';

/** Long enough for the page to show how a grant ended; the audit records stay. */
const RETENTION_MS = DAY_MS;

/** Deletes grants that expired, were declined or were revoked more than a day ago. */
export const deleteEndedGrants = ({ db, clock }: Context): Promise<void> =>
  deleteGrantsEndedBefore(db, after(clock.now(), -RETENTION_MS));
