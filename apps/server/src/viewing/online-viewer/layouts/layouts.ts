import { randomUUID } from 'node:crypto';
import type { saveViewerLayout, ViewerLayout } from '@snimok/contract/viewing/viewer-layouts';
import type { z } from 'zod';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, notFound } from '../../../platform/errors/errors.ts';
import { sentences } from '../sentences.ts';

type NewLayout = z.infer<(typeof saveViewerLayout)['schema']['body']>;
type PresentedLayout = z.infer<typeof ViewerLayout>;

const MOST_OF_ACCOUNT = 20;

export const listLayouts = async (db: Tx, accountID: number): Promise<PresentedLayout[]> => {
  const rows = await db
    .selectFrom('viewerLayouts')
    .select(['layoutUUID', 'name', 'settings', 'isDefault'])
    .where('accountID', '=', accountID)
    .orderBy('name')
    .limit(MOST_OF_ACCOUNT)
    .execute();
  return rows.map((row) => ({ ...row, settings: row.settings as PresentedLayout['settings'] }));
};

/** @throws Problem 409 when the account has as many layouts as it may have */
export const saveLayout = (
  { db, clock }: Context,
  accountID: number,
  { name, settings, isDefault }: NewLayout,
): Promise<PresentedLayout[]> =>
  db.transaction().execute(async (tx) => {
    // the row lock makes the count exact, and serialises changes of the default layout
    await tx.selectFrom('accounts').select('id').where('id', '=', accountID).forUpdate().executeTakeFirst();
    const before = await listLayouts(tx, accountID);
    const isNew = before.every((layout) => layout.name !== name);
    if (isNew && before.length >= MOST_OF_ACCOUNT) throw conflict(sentences.tooManyLayouts);
    if (isDefault)
      await tx
        .updateTable('viewerLayouts')
        .set({ isDefault: false })
        .where('accountID', '=', accountID)
        .where('isDefault', '=', true)
        .execute();
    const change = { settings: JSON.stringify(settings), isDefault };
    await tx
      .insertInto('viewerLayouts')
      .values({ layoutUUID: randomUUID(), accountID, name, ...change, createdAt: clock.now() })
      .onConflict((at) => at.columns(['accountID', 'name']).doUpdateSet(change))
      .execute();
    return listLayouts(tx, accountID);
  });

/** @throws Problem 404 for a layout of another account */
export const removeLayout = async (db: Tx, accountID: number, layoutUUID: string): Promise<void> => {
  const removed = await db
    .deleteFrom('viewerLayouts')
    .where('layoutUUID', '=', layoutUUID)
    .where('accountID', '=', accountID)
    .returning('layoutUUID')
    .executeTakeFirst();
  if (!removed) throw notFound(sentences.noLayout);
};
