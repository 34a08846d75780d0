import type { Tx } from '../../../platform/db/client.ts';
import { conflict, notFound } from '../../../platform/errors/errors.ts';
import type { Price } from './queries.ts';
import { sentences } from '../sentences.ts';

/** The examinations that clients may request. Checks no rights, because every client may read the list. */
const listOffered = (db: Tx) =>
  db.selectFrom('examinations').select(['id', 'name']).where('active', '=', true).execute();

/** Price lists as clients see them: with the present names of examinations, without examinations that are not offered. */
export const offeredPrices = async (db: Tx) => {
  const names = new Map((await listOffered(db)).map(({ id, name }) => [id, name]));
  return (prices: Price[]): Price[] =>
    prices.flatMap((price) => {
      if (price.examinationID === undefined) return [price];
      const name = names.get(price.examinationID);
      return name === undefined ? [] : [{ ...price, name }];
    });
};

/** Throws unless every price names an examination of the list, and none twice. */
export const requireExaminations = async (db: Tx, prices: Price[] = []): Promise<void> => {
  const ids = prices.flatMap(({ examinationID }) => examinationID ?? []);
  if (ids.length === 0) return;
  if (new Set(ids).size < ids.length) throw conflict(sentences.priceTwice);
  const found = await db.selectFrom('examinations').select('id').where('id', 'in', ids).execute();
  if (found.length < ids.length) throw notFound(sentences.noPricedExamination);
};

/** Throws unless clients may request the examination. */
export const requireOffered = async (db: Tx, examinationID: number): Promise<void> => {
  if (!(await listOffered(db)).some(({ id }) => id === examinationID))
    throw conflict(sentences.examinationNotOffered);
};

/** What an examination costs at a location; null without a price. */
export const priceOf = (prices: Price[], examinationID: number): number | null =>
  prices.find((price) => price.examinationID === examinationID)?.rubles ?? null;
