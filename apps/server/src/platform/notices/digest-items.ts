import type { NotificationKind } from '@snimok/contract/people/notification-choices';
import type { Tx } from '../db/client.ts';

/** Adds a line to the next digest of an account. Each thing has one line, with its newest text. */
export const insertDigestItem = async (
  tx: Tx,
  accountID: number,
  {
    kind,
    about,
    title,
    line,
    path,
  }: { kind: NotificationKind; about: string; title: string; line?: string; path: string },
  now: Date,
): Promise<void> => {
  const item = { title: line ?? title, path, createdAt: now };
  await tx
    .insertInto('digestItems')
    .values({ accountID, kind, about, ...item })
    .onConflict((existing) => existing.columns(['accountID', 'kind', 'about']).doUpdateSet(item))
    .execute();
};

/** Deletes and returns the lines of the next digest, the oldest first. */
export const takeDigestItems = async (tx: Tx, accountID: number) => {
  const items = await tx
    .deleteFrom('digestItems')
    .where('accountID', '=', accountID)
    .returning(['id', 'kind', 'title', 'path', 'createdAt'])
    .execute();
  return items.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id);
};

export const deleteDigestItems = async (tx: Tx, accountID: number, kind: NotificationKind): Promise<void> => {
  await tx.deleteFrom('digestItems').where('accountID', '=', accountID).where('kind', '=', kind).execute();
};

export const deleteDigestItemsAbout = async (tx: Tx, about: string): Promise<void> => {
  await tx.deleteFrom('digestItems').where('about', '=', about).execute();
};
