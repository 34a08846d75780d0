import type { ReactNode } from 'react';
import { useConnectionLost } from '../connection/connection.ts';
import { ListShade } from './list-shade.tsx';
import { Paging } from './paging.tsx';
import { RowsTable, type RowsTableProps } from './rows-table.tsx';

interface PagedTableProps<Row> extends RowsTableProps<Row> {
  /** the loaded page of the list, undefined until the first one has loaded */
  page: { currentOffset: number; totalCount: number } | undefined;
  /** whether the next page is loading */
  waiting: boolean;
  /** shown instead of an empty list */
  empty: ReactNode;
}

/** A list by pages: a skeleton while it loads, `empty` without rows, otherwise a table with page links. */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { page, waiting, empty, ...table } = props;
  const lost = useConnectionLost();
  // the rows are those of the previous page, and the new page cannot be loaded
  const isOld = waiting && lost;
  if (page?.totalCount === 0 && !isOld) return empty;
  return (
    <ListShade waiting={waiting}>
      <RowsTable {...table} rows={page && table.rows} />
      {page && <Paging currentOffset={page.currentOffset} totalCount={page.totalCount} />}
    </ListShade>
  );
}
