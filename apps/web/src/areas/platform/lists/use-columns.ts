import { useQuery } from '@tanstack/react-query';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { hiddenColumnsQuery, type ListName, useHideColumns } from './queries.ts';

/** What people may hide: a column, or a part of the main cell. */
export interface Choosable {
  key: string;
  label: string;
}

/** The account's choice of the columns of a list. Everything is shown until something is hidden. */
export function useColumns(list: ListName) {
  const { data, isPending } = useQuery(hiddenColumnsQuery);
  const saving = useHideColumns(list);
  const hidden = data?.find((one) => one.list === list)?.hidden ?? [];
  const shows = (key: string) => !hidden.includes(key);
  return {
    /** before the choice is known, so that no column appears for a moment */
    pending: isPending,
    shows,
    visible: <Row>(columns: Column<Row>[]) => columns.filter(({ key }) => key === undefined || shows(key)),
    show: (key: string, shown: boolean) =>
      saving.mutate(shown ? hidden.filter((one) => one !== key) : [...hidden, key]),
    showAll: () => saving.mutate([]),
  };
}

export type ColumnChoice = ReturnType<typeof useColumns>;
