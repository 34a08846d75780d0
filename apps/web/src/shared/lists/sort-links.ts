import type { Column } from './rows-table.tsx';

type Order = 'asc' | 'desc';

/**
 * The headers of a sorted table: for a column's field, its current order and the URL of the opposite one. A click on
 * another column begins with `first`: numbers and times with the largest.
 */
export const sortLinks = <Field extends string>(
  sortedBy: `${Field}.${Order}`,
  addressOf: (sort: `${Field}.${Order}`) => string,
) => {
  const [field, order] = sortedBy.split('.') as [Field, Order];
  const opposite = order === 'asc' ? 'desc' : 'asc';
  return (by: Field, first: Order = 'asc'): NonNullable<Column<unknown>['sort']> => ({
    order: by !== field ? 'none' : order === 'asc' ? 'ascending' : 'descending',
    to: addressOf(`${by}.${by === field ? opposite : first}`),
  });
};
