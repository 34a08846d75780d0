import type { ClientRole } from '@snimok/contract/people/client-members';
import type { NotificationKind } from '@snimok/contract/people/notification-choices';
import { LETTER_KINDS, type LetterKind } from '@snimok/contract/people/profile';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/client.ts';
import { NOT_FOR_RECEPTION } from '../../../platform/notices/settings.ts';

/** The kinds of letters that a person of a client may get. */
export const letterKindsOf = (role: ClientRole): readonly LetterKind[] =>
  role === 'reception' ? LETTER_KINDS.filter((kind) => !NOT_FOR_RECEPTION.includes(kind)) : LETTER_KINDS;

/**
 * The accounts that get letters of a kind to a client: its owner and people, the owner first. Accounts that are disabled or have
 * declined the kind are left out.
 * @param onlyClinicians leaves out receptionists even for a kind that they may get
 */
export const listWanting = (
  tx: Tx,
  clientID: number,
  kind: NotificationKind,
  { onlyClinicians = NOT_FOR_RECEPTION.includes(kind) } = {},
) =>
  tx
    .selectFrom('accounts')
    .select(['id', 'name', 'email'])
    .where(({ eb, or }) => or([eb('id', '=', clientID), eb('clientID', '=', clientID)]))
    .where('disabledAt', 'is', null)
    .where(sql<boolean>`not (${kind} = any(declined_letters))`)
    .$if(onlyClinicians, (q) => q.where(sql<boolean>`client_role is distinct from 'reception'`))
    .orderBy(sql`client_id is not null`)
    .orderBy('id')
    .execute();

export const setDeclinedLetters = async (
  tx: Tx,
  accountID: number,
  declined: LetterKind[],
): Promise<void> => {
  // keeps the kinds that are not letters; they are chosen with `chooseNotification`
  const others = sql`array(select kind from unnest(declined_letters) kind where kind <> all(${[...LETTER_KINDS]}::text[]))`;
  const declinedLetters = sql<string[]>`${others} || ${declined}::text[]`;
  await tx.updateTable('accounts').set({ declinedLetters }).where('id', '=', accountID).execute();
};

/** Switches the single letters of one kind on or off. */
export const setLetterWanted = async (
  tx: Tx,
  accountID: number,
  kind: NotificationKind,
  wanted: boolean,
): Promise<void> => {
  const others = sql`array_remove(declined_letters, ${kind})`;
  const declinedLetters = wanted ? sql<string[]>`${others}` : sql<string[]>`array_append(${others}, ${kind})`;
  await tx.updateTable('accounts').set({ declinedLetters }).where('id', '=', accountID).execute();
};

export const setAccountName = async (tx: Tx, accountID: number, name: string): Promise<void> => {
  await tx.updateTable('accounts').set({ name }).where('id', '=', accountID).execute();
};
