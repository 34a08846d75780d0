import type { AuditEvent, Initiator } from './record.ts';

/**
 * For events that a caller can cause without any right, such as a refused request. Repetitions are counted instead of
 * stored.
 */
interface BoundedRecords {
  add(by: Initiator, event: AuditEvent): void;
  /** Adds the counts of the window if it has ended. `early`: the process stops, so they are added before the end. */
  finish(options: { early: boolean }): void;
}

const WINDOW_MS = 60_000;
/**
 * How many different records one actor at one address can add in a window; further ones are stored without their
 * subject.
 */
const MAX_OF_CALLER = 20;
/** How many different records all callers can add in a window; further ones are counted by action alone. */
const MAX_DIFFERENT = 200;

interface Entry {
  by: Initiator;
  event: AuditEvent;
  /** how often the event was repeated after it was stored */
  repeated: number;
}

/**
 * Stores the first of several equal records at once. At the end of the minute it stores one more record with the
 * number of the others. A flood of any kind therefore adds at most some 400 rows per minute and process.
 */
export const boundRecords = (
  store: (by: Initiator, event: AuditEvent) => void,
  now: () => number = Date.now,
): BoundedRecords => {
  let endsAt = 0;
  let entries = new Map<string, Entry>();
  let callers = new Map<string, number>();

  const finish = ({ early }: { early: boolean }) => {
    if (!early && now() < endsAt) return;
    const finished = entries;
    endsAt = 0;
    entries = new Map();
    callers = new Map();
    for (const { by, event, repeated } of finished.values())
      if (repeated > 0) store(by, { ...event, details: { ...event.details, repeated } });
  };

  /** The record itself, or one with less detail if there are many different records already. */
  const entryFor = (by: Initiator, event: AuditEvent): [key: string, by: Initiator, event: AuditEvent] => {
    const caller = callerKey(by);
    const exact = JSON.stringify([caller, event]);
    if (entries.has(exact)) return [exact, by, event];
    const others: AuditEvent = { action: event.action, details: { others: true } };
    const count = callers.get(caller) ?? 0;
    const key = count < MAX_OF_CALLER ? exact : JSON.stringify([caller, others]);
    if (!entries.has(key) && entries.size >= MAX_DIFFERENT)
      return [event.action, { actor: { kind: 'nobody' }, address: null }, others];
    callers.set(caller, count + 1);
    return [key, by, key === exact ? event : others];
  };

  return {
    add(by, event) {
      finish({ early: false });
      if (endsAt === 0) endsAt = now() + WINDOW_MS;
      const [key, chosenBy, chosen] = entryFor(by, event);
      const known = entries.get(key);
      if (known) {
        known.repeated += 1;
        return;
      }
      entries.set(key, { by: chosenBy, event: chosen, repeated: 0 });
      store(chosenBy, chosen);
    },
    finish,
  };
};

const callerKey = ({ actor, address }: Initiator): string =>
  JSON.stringify([
    actor.kind,
    'accountID' in actor ? actor.accountID : null,
    'grantID' in actor ? actor.grantID : null,
    'tokenID' in actor ? actor.tokenID : null,
    'shareUUID' in actor ? actor.shareUUID : null,
    address,
  ]);
