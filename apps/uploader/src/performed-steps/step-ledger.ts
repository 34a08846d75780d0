import { PerformedStep } from '@snimok/contract/reception/dicom-worklist';
import { z } from 'zod';
import type { StepFacts } from '../performed-steps/read-step.ts';
import type { Ledger } from '../ledger/ledger.ts';

/** A performed procedure step of a machine (PS3.4, annex F). */
interface Step {
  uid: string;
  facts: StepFacts;
}

const Facts = PerformedStep.omit({ stepUID: true });

const Row = z.object({
  uid: z.string(),
  facts: z
    .string()
    .transform((text) => JSON.parse(text))
    .pipe(Facts),
});

export function findStep(ledger: Ledger, uid: string): Step | null {
  const row = ledger.prepare('select uid, facts from steps where uid = ?').get(uid);
  return row ? Row.parse(row) : null;
}

/**
 * Stores a step for the report to the portal; it is on the disk when this returns. Throws for facts that the portal would
 * refuse.
 */
export function saveStep(ledger: Ledger, { uid, facts }: Step, nowMs: number): void {
  Facts.parse(facts);
  ledger
    .prepare(
      `insert into steps (uid, station, facts, changedMs, reported) values (?, ?, ?, ?, 0)
       on conflict (uid) do update set facts = excluded.facts, changedMs = excluded.changedMs, reported = 0`,
    )
    .run(uid, facts.station, JSON.stringify(facts), nowMs);
}

export const countSteps = (ledger: Ledger, station: string, sinceMs: number): number =>
  Number(
    ledger
      .prepare('select count(*) as steps from steps where station = ? and changedMs >= ?')
      .get(station, sinceMs)?.steps,
  );

/**
 * Steps whose last change the portal does not know, oldest first. Steps that the portal would refuse are left out; earlier
 * versions of the program have recorded such steps.
 */
export function listUnreportedSteps(ledger: Ledger, limit: number): Step[] {
  const rows = ledger.prepare('select uid, facts from steps where reported = 0 order by changedMs').iterate();
  const steps: Step[] = [];
  for (const row of rows) {
    const { data } = Row.safeParse(row);
    if (data) steps.push(data);
    if (steps.length === limit) break;
  }
  return steps;
}

/** Marks the step as reported, unless it has changed since it was read. */
export function recordReported(ledger: Ledger, { uid, facts }: Step): void {
  ledger
    .prepare("update steps set reported = 1 where uid = ? and facts ->> 'status' = ?")
    .run(uid, facts.status);
}

export const removeOldSteps = (ledger: Ledger, beforeMs: number): void => {
  ledger.prepare('delete from steps where reported = 1 and changedMs < ?').run(beforeMs);
};
