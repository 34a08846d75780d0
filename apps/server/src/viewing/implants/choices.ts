import {
  type ImplantChoice,
  IMPLANT_LIMITS,
  type saveImplantChoice,
} from '@snimok/contract/viewing/implants';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

type Choice = z.output<typeof ImplantChoice>;
type Change = z.infer<(typeof saveImplantChoice)['schema']['body']>;

const rowsOf = (db: Tx, accountID: number) =>
  db
    .selectFrom('implantChoices')
    .select(['manufacturer', 'line', 'isFavourite', 'usedAt', 'diameterMm', 'lengthMm'])
    .where('accountID', '=', accountID)
    .orderBy(sql`used_at desc nulls last`)
    .orderBy('manufacturer')
    .orderBy('line')
    .limit(2 * IMPLANT_LIMITS.choices)
    .execute();

type Row = Awaited<ReturnType<typeof rowsOf>>[number];

const present = ({ usedAt, diameterMm, lengthMm, ...row }: Row): Choice => ({
  ...row,
  last:
    usedAt && diameterMm !== null && lengthMm !== null
      ? { diameterMm, lengthMm, usedAt: usedAt.toISOString() }
      : null,
});

export const listChoices = async (db: Tx, accountID: number): Promise<Choice[]> =>
  (await rowsOf(db, accountID)).map(present);

/** @throws Problem 409 when the account has as many favourites as it may have */
export const saveChoice = (
  { db, clock }: Context,
  accountID: number,
  { manufacturer, line, isFavourite, used }: Change,
): Promise<Choice[]> =>
  db.transaction().execute(async (tx) => {
    // the row lock makes the numbers of favourites and of rows exact
    await tx.selectFrom('accounts').select('id').where('id', '=', accountID).forUpdate().executeTakeFirst();
    const before = await rowsOf(tx, accountID);
    const known = before.find((one) => one.manufacturer === manufacturer && one.line === line);
    const isStarred = isFavourite ?? known?.isFavourite ?? false;
    const favourites = before.filter((one) => one !== known && one.isFavourite);
    if (isFavourite && favourites.length >= IMPLANT_LIMITS.choices)
      throw conflict(sentences.tooManyFavourites);
    const { usedAt, diameterMm, lengthMm } = used
      ? { usedAt: clock.now(), ...used }
      : (known ?? { usedAt: null, diameterMm: null, lengthMm: null });
    const last = { usedAt, diameterMm, lengthMm };
    if (!isStarred && !last.usedAt) await removeChoice(tx, accountID, { manufacturer, line });
    else await putChoice(tx, accountID, { manufacturer, line, isFavourite: isStarred, ...last });
    const outdated = (await rowsOf(tx, accountID))
      .filter((one) => !one.isFavourite)
      .slice(IMPLANT_LIMITS.choices);
    for (const one of outdated) await removeChoice(tx, accountID, one);
    return listChoices(tx, accountID);
  });

const putChoice = (tx: Tx, accountID: number, row: Row) => {
  const { manufacturer: _manufacturer, line: _line, ...change } = row;
  return tx
    .insertInto('implantChoices')
    .values({ accountID, ...row })
    .onConflict((at) => at.columns(['accountID', 'manufacturer', 'line']).doUpdateSet(change))
    .execute();
};

const removeChoice = (
  tx: Tx,
  accountID: number,
  { manufacturer, line }: Pick<Row, 'manufacturer' | 'line'>,
) =>
  tx
    .deleteFrom('implantChoices')
    .where('accountID', '=', accountID)
    .where('manufacturer', '=', manufacturer)
    .where('line', '=', line)
    .execute();
