import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDatabaseImport, IconPlus } from '@tabler/icons-react';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { StateBadge } from '../../../shared/ui/state-badge.tsx';
import { IMPORT_STATES, sourceLabel } from './labels.ts';
import { NewImportDialog } from './new-import-dialog.tsx';
import { importsQuery, type ListedImport } from './queries.ts';

/** All imports from old archives, and the way to a new one. */
export function ImportsList() {
  const { list, waiting } = useList(importsQuery(usePageOffset()));
  const [opened, { open, close }] = useDisclosure();
  return (
    <>
      <Group justify="space-between" mb="md" gap="sm">
        <Text c="dimmed" maw={640}>
          Портал читает прежний архив, показывает, что с каждым исследованием станет, и переносит их после
          вашего подтверждения. Клиентам ничего не приходит.
        </Text>
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={open}>
          Новый перенос
        </Button>
      </Group>
      <PagedTable
        label="Переносы архивов"
        columns={COLUMNS}
        page={list}
        rows={list?.imports}
        waiting={waiting}
        skeletonRows={3}
        rowKey={({ importID }) => importID}
        rowTo={({ importID }) => `/assistant-area/archive-imports/${importID}`}
        empty={
          <Empty icon={IconDatabaseImport} title="Переносов ещё не было">
            Подключите Orthanc, PACS, архив с DICOMweb, папку или диск: сначала портал только посмотрит, что
            там есть.
          </Empty>
        }
      />
      <NewImportDialog opened={opened} onClose={close} />
    </>
  );
}

const COLUMNS: Column<ListedImport>[] = [
  { label: 'Архив', main: true, cell: ({ source }) => sourceLabel(source) },
  { label: 'Состояние', width: '22%', cell: ({ state }) => <StateBadge {...IMPORT_STATES[state]} /> },
  { label: 'Начат', width: '20%', cell: ({ createdAt }) => formatMoment(createdAt) },
  { label: 'Кто начал', width: '20%', minor: true, cell: ({ createdBy }) => createdBy },
];
