import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { expect } from 'vitest';

interface Page<Row> {
  rows: Row[];
  currentOffset: number;
  totalCount: number;
}

/** Reads all rows of a list, page by page. Fails unless every page but the last is full. */
export const everyPage = async <Row>(fetchPage: (offset: number) => Promise<Page<Row>>): Promise<Row[]> => {
  const all: Row[] = [];
  for (let offset = 0; ; offset += PAGE_SIZE) {
    const { rows, currentOffset, totalCount } = await fetchPage(offset);
    expect(currentOffset).toBe(offset);
    expect(rows).toHaveLength(Math.max(0, Math.min(PAGE_SIZE, totalCount - offset)));
    all.push(...rows);
    if (rows.length === 0) return all;
  }
};

/** Values of `offset` that every list refuses with 400. */
export const badOffsets = [
  '',
  '-1',
  '1.5',
  'abc',
  '1e3',
  '0x10',
  '%201',
  '99999999999999999999',
  '1&offset=2',
];

/** Ids that match no row: every endpoint must answer 404 for them. */
export const badIDs = [
  '0',
  '-1',
  'abc',
  '1.5',
  '1e0',
  '0x1',
  '%201',
  '99999999999999999999',
  '%00',
  '%zz',
  'null',
];
export const badUUIDs = ['1', 'abc', '%00', '%zz', '00000000-0000-0000-0000-00000000000g', "' or 1=1"];
