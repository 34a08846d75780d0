import { Text } from '@mantine/core';
import { formatBytes } from '@snimok/api-client/format-numbers';
import { IconDatabaseExport } from '@tabler/icons-react';
import { DayAndTime } from '../../../shared/dates/day-and-time.tsx';
import { type Column, RowsTable } from '../../../shared/lists/rows-table.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { StateBadge } from '../../../shared/ui/state-badge.tsx';
import type { Health } from './queries.ts';

type Run = Health['runs'][number];

const KINDS: Record<Run['kind'], string> = {
  backup: 'Резервная копия',
  'restore-test': 'Проверка восстановления',
};

const OUTCOMES: Record<NonNullable<Run['outcome']>, { label: string; color: string }> = {
  done: { label: 'успешно', color: 'green' },
  incomplete: { label: 'не полностью', color: 'yellow' },
  failed: { label: 'не удалось', color: 'red' },
  interrupted: { label: 'прервано', color: 'gray' },
};

/** Times as in the sentences above the table, by the clock of the centre. */
const columnsIn = (timeZone: string): Column<Run>[] => [
  { label: 'Что', width: 230, main: true, cell: ({ kind }) => KINDS[kind] },
  {
    label: 'Начало',
    width: 170,
    cell: ({ startedAt }) => <DayAndTime instant={startedAt} timeZone={timeZone} />,
  },
  {
    label: 'Конец',
    width: 170,
    cell: ({ endedAt }) => (endedAt ? <DayAndTime instant={endedAt} timeZone={timeZone} /> : '—'),
  },
  {
    label: 'Итог',
    whole: null,
    cell: ({ outcome, note }) => (
      <>
        <StateBadge {...(outcome ? OUTCOMES[outcome] : { label: 'идёт', color: 'blue' })} />
        {note !== null && (
          <Text size="sm" c="dimmed">
            {note}
          </Text>
        )}
      </>
    ),
  },
  {
    label: 'Файлов',
    width: 100,
    minor: true,
    cell: ({ objectsCount }) => objectsCount?.toLocaleString('ru-RU') ?? '—',
  },
  {
    label: 'Скопировано',
    width: 130,
    minor: true,
    cell: ({ copiedBytes }) => (copiedBytes === null ? '—' : formatBytes(copiedBytes)),
  },
];

/** The newest backups and restore tests, with their results. */
export const RunsTable = ({ runs, timeZone }: Pick<Health, 'runs' | 'timeZone'>) =>
  runs.length === 0 ? (
    <Empty icon={IconDatabaseExport} title="Копий ещё не было">
      Здесь будут результаты резервных копий и проверок восстановления за последнее время.
    </Empty>
  ) : (
    <RowsTable
      label="Копии и проверки"
      columns={columnsIn(timeZone)}
      rows={runs}
      rowKey={({ runID }) => runID}
    />
  );
