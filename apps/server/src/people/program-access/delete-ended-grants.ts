import type { Context } from '../../platform/context.ts';
import { after } from '../../platform/outside/clock.ts';
import { DAY_MS } from '../../platform/duration.ts';
import { deleteGrantsEndedBefore } from './queries.ts';

/** Long enough for the page to say what became of a code; the record stays in the audit. */
const RETENTION_MS = DAY_MS;

/** Grants that nobody can use any more. */
export const deleteEndedGrants = ({ db, clock }: Context): Promise<void> =>
  deleteGrantsEndedBefore(db, after(clock.now(), -RETENTION_MS));
