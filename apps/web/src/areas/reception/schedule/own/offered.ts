import { rubles } from '../rubles.ts';
import type { OpenLocation } from '../free-slots.ts';

/** An examination as one location offers it. */
export interface Offered {
  examinationID: number;
  name: string;
  rubles: number;
}

type Priced = Pick<OpenLocation, 'prices'>;

export const offeredAt = ({ prices }: Priced): Offered[] =>
  prices.flatMap(({ examinationID, ...price }) =>
    examinationID === undefined ? [] : [{ ...price, examinationID }],
  );

export const findOffered = (location: Priced | undefined, examinationID: number | null | undefined) =>
  location && offeredAt(location).find((one) => one.examinationID === examinationID);

/** The examinations of all locations, each once. */
export const offeredAnywhere = (locations: Priced[]): { examinationID: number; name: string }[] => [
  ...new Map(
    locations.flatMap(offeredAt).map(({ examinationID, name }) => [examinationID, { examinationID, name }]),
  ).values(),
];

/** The locations that offer the examination; without a chosen one, all locations. */
export const offering = <One extends Priced>(
  locations: One[],
  examinationID: number | null | undefined,
): One[] => locations.filter((one) => !examinationID || findOffered(one, examinationID));

/** «КЛКТ обеих челюстей, 3 500 ₽» */
export const withPrice = ({ name, rubles: price }: { name: string; rubles: number | null }): string =>
  price === null ? name : `${name}, ${rubles.format(price)}`;
