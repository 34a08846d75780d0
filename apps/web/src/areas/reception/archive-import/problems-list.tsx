import { IconDatabaseImport } from '@tabler/icons-react';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { UNREAD_REASONS } from './labels.ts';
import { type Import, importProblemsQuery, type UnreadPlace } from './queries.ts';

/** What the archive contains but cannot be read. */
export function ProblemsList({ of }: { of: Import }) {
  const { list, waiting } = useList(importProblemsQuery(of, usePageOffset()));
  return (
    <PagedTable
      label="Не прочитано"
      columns={COLUMNS}
      page={list}
      rows={list?.problems}
      waiting={waiting}
      skeletonRows={3}
      rowKey={({ where }) => where}
      empty={<Empty icon={IconDatabaseImport} title="Прочитано всё" />}
    />
  );
}

const COLUMNS: Column<UnreadPlace>[] = [
  { label: 'Где', main: true, cell: ({ where }) => where },
  { label: 'Почему', width: '30%', cell: ({ reason }) => UNREAD_REASONS[reason] },
];
