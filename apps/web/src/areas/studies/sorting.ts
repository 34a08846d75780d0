import type { Column } from '../../shared/ui/rows-table.tsx';

type Order = 'asc' | 'desc';

/** The headers of a sorted table: for a column's field, its current order and the URL of the opposite one. */
export const sortLinks = <Field extends string>(
  sortedBy: `${Field}.${Order}`,
  addressOf: (sort: `${Field}.${Order}`) => string,
) => {
  const [field, order] = sortedBy.split('.') as [Field, Order];
  return (by: Field): NonNullable<Column<unknown>['sort']> => ({
    order: by !== field ? 'none' : order === 'asc' ? 'ascending' : 'descending',
    to: addressOf(by === field && order === 'asc' ? `${by}.desc` : `${by}.asc`),
  });
};
