import type { Tx } from '../../../platform/db/client.ts';

/*
 * An act that needs two administrators has no value if both are the same person. The history says who made an account an
 * administrator, and who has controlled it since (decision 101).
 */

interface Event {
  id: number;
  action: string;
  actorKind: string;
  actorID: number | null;
  rights: string | undefined;
}

/** Where the right `admin` of an account comes from. */
interface Origin {
  /** the accounts that created it as administrator or gave it the right */
  makers: Set<number>;
  /** the makers, and the accounts that enabled it or reset its password or factors */
  hands: Set<number>;
  /** the event by which it last got the right or was enabled; 0 if the history has no such event */
  sinceEventID: number;
}

const listEvents = async (db: Tx, accountID: number): Promise<Event[]> => {
  const rows = await db
    .selectFrom('auditEvents')
    .select(['id', 'action', 'actorKind', 'actorID', 'details'])
    .where((event) => event(event.fn.coalesce('doctorID', 'actorID'), '=', accountID))
    // exactly these expressions, so that the index audit_events_of_account is used
    .where((event) => event.or([event('action', 'like', 'account.%'), event('action', 'like', 'staff.%')]))
    .where('action', 'in', [...CREATED, ...ENABLED, ...RESET, 'staff.change'])
    .orderBy('id')
    .execute();
  return rows.map(({ details, ...event }) => ({
    ...event,
    rights: (details as { rights?: string } | null)?.rights,
  }));
};

const CREATED = ['account.create', 'staff.create'] as const;
const ENABLED = ['staff.enable', 'account.resume'] as const;
const RESET = ['staff.reset-password', 'staff.reset-factors'] as const;
const isIn = (actions: readonly string[], action: string) => actions.includes(action);

const findOrigin = async (db: Tx, accountID: number): Promise<Origin> => {
  const origin: Origin = { makers: new Set(), hands: new Set(), sinceEventID: 0 };
  // accounts that were created before there were rights had all rights
  let isAdministrator = true;
  for (const event of await listEvents(db, accountID)) {
    const { id, action, actorKind, actorID } = event;
    const isOther = actorID !== null && actorID !== accountID;
    if (isIn(CREATED, action) || action === 'staff.change') {
      const before = isAdministrator && !isIn(CREATED, action);
      isAdministrator = event.rights === undefined || event.rights.split(' ').includes('admin');
      // the operator of the server, who has full control anyway, vouches for the person
      if (isAdministrator && actorKind === 'command') {
        origin.makers.clear();
        origin.hands.clear();
      }
      if (before || !isAdministrator) continue;
      origin.sinceEventID = id;
      if (isOther) origin.makers.add(actorID);
    } else if (isIn(ENABLED, action)) origin.sinceEventID = id;
    if (isOther) origin.hands.add(actorID);
  }
  return origin;
};

/** The makers of the account, their makers, and so on. */
const listAncestors = async (db: Tx, { makers }: Origin): Promise<Set<number>> => {
  const found = new Set<number>();
  for (let next = [...makers]; next.length > 0;) {
    const unseen = next.filter((id) => !found.has(id));
    for (const id of unseen) found.add(id);
    const origins = await Promise.all(unseen.map((id) => findOrigin(db, id)));
    next = origins.flatMap((origin) => [...origin.makers]);
  }
  return found;
};

/**
 * False if one of the two is an administrator through the other, directly or indirectly. Also false if one has enabled
 * the other or reset its password or factors, or if both owe the right to the same account.
 */
export const areIndependent = async (db: Tx, one: number, other: number): Promise<boolean> => {
  if (one === other) return false;
  const sides: { owed: Set<number>; influences: Set<number> }[] = [];
  for (const accountID of [one, other]) {
    const origin = await findOrigin(db, accountID);
    const ancestors = await listAncestors(db, origin);
    sides.push({ owed: ancestors, influences: new Set([...origin.hands, ...ancestors]) });
  }
  const [first, second] = sides;
  if (!first || !second) return false;
  const shares = [...first.owed].some((id) => second.owed.has(id));
  return !first.influences.has(other) && !second.influences.has(one) && !shares;
};

/** Whether the account has been an enabled administrator since before this event of the history. */
export const wasAdministratorBefore = async (db: Tx, accountID: number, eventID: number): Promise<boolean> =>
  (await findOrigin(db, accountID)).sinceEventID < eventID;
