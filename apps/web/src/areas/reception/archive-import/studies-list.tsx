import { Button, Group, Text } from '@mantine/core';
import { IconDatabaseImport } from '@tabler/icons-react';
import { counted } from '@snimok/api-client/format-numbers';
import type { ImportOutcome, ImportRowState } from '@snimok/contract/reception/archive-import-values';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { StateBadge } from '../../../shared/ui/state-badge.tsx';
import { ListFilter } from '../../platform/lists/list-filter.tsx';
import { DecideDialog } from './decide-dialog.tsx';
import { OUTCOMES, REASONS, ROW_STATES } from './labels.ts';
import { type Import, type ImportedStudy, importStudiesQuery, type RowFilter } from './queries.ts';
import { sourceDay } from './source-day.ts';

/** `outcome:new` or `state:done` in the address. */
const filterOf = (text: string | null): RowFilter => {
  const [field, value = ''] = (text ?? '').split(':');
  if (field === 'outcome' && value in OUTCOMES) return { outcome: value as ImportOutcome };
  return field === 'state' && value in ROW_STATES ? { state: value as ImportRowState } : {};
};

const optionsOf = (field: string, labels: Record<string, { label: string }>) =>
  Object.entries(labels).map(([value, { label }]) => ({ value: `${field}:${value}`, label }));

const OUTCOME_OPTIONS = optionsOf('outcome', OUTCOMES);
const OPTIONS = [...OUTCOME_OPTIONS, ...optionsOf('state', ROW_STATES)];

/** The studies of the archive, with what becomes of each; a person changes it while nothing is running. */
export function StudiesList({ of }: { of: Import }) {
  const [search, setSearch] = useSearchParams();
  const only = search.get('only');
  const { list, waiting } = useList(importStudiesQuery(of, filterOf(only), usePageOffset()));
  const [decided, decide] = useState<ImportedStudy>();
  const canDecide = of.state === 'planned' || of.state === 'paused';
  return (
    <>
      <Group mb="md">
        <ListFilter
          label="Показать"
          all="Все исследования"
          options={of.confirmedAt ? OPTIONS : OUTCOME_OPTIONS}
          value={only ?? undefined}
          onChange={(value) => setSearch(value ? { only: value } : {})}
        />
      </Group>
      <PagedTable
        label="Исследования архива"
        columns={columnsFor(canDecide ? decide : undefined, of.confirmedAt !== null)}
        page={list}
        rows={list?.studies}
        waiting={waiting}
        rowKey={({ rowID }) => rowID}
        empty={
          <Empty
            icon={IconDatabaseImport}
            title={of.state === 'planning' ? 'Портал читает архив' : 'Таких исследований нет'}
          >
            {of.state === 'planning' && 'Исследования появятся здесь по мере чтения.'}
          </Empty>
        }
      />
      <DecideDialog of={of} study={decided} onClose={() => decide(undefined)} />
    </>
  );
}

const isOpen = ({ state }: ImportedStudy) =>
  state === 'waiting' || state === 'failed' || state === 'left-out';

const columnsFor = (
  onDecide: ((study: ImportedStudy) => void) | undefined,
  isConfirmed: boolean,
): Column<ImportedStudy>[] => [
  {
    label: 'Пациент в архиве',
    main: true,
    whole: ({ source }) => source.patientName ?? undefined,
    cell: ({ source }) => source.patientName || 'имя не указано',
  },
  {
    label: 'Исследование',
    width: '24%',
    whole: null,
    cell: ({ source }) => (
      <>
        {sourceDay(source.studyDate)}
        <Text size="sm" c="dimmed">
          {[source.modalities.join(', '), filesOf(source.instanceCount)].filter(Boolean).join(', ')}
        </Text>
      </>
    ),
  },
  { label: 'Что станет', width: '30%', whole: null, cell: (study) => <Outcome study={study} /> },
  ...(isConfirmed
    ? [
        {
          label: 'Состояние',
          width: '16%',
          whole: null,
          cell: ({ state, error }: ImportedStudy) => (
            <>
              <StateBadge {...ROW_STATES[state]} />
              {error && <Text size="sm">{error}</Text>}
            </>
          ),
        },
      ]
    : []),
  {
    label: 'Действия',
    actions: true,
    width: 120,
    cell: (study) =>
      onDecide && isOpen(study) ? (
        <Button
          variant="default"
          size="xs"
          aria-label={`${decideLabel(study)}: ${study.source.patientName ?? 'имя не указано'}`}
          onClick={() => onDecide(study)}
        >
          {decideLabel(study)}
        </Button>
      ) : null,
  },
];

const decideLabel = ({ outcome }: ImportedStudy) => (outcome === 'unsure' ? 'Решить' : 'Изменить');

const filesOf = (count: number | null) => (count === null ? '' : counted(count, 'файл', 'файла', 'файлов'));

function Outcome({ study: { outcome, reason, card, newCard } }: { study: ImportedStudy }) {
  const details =
    outcome === 'existing' && card
      ? `${card.name}, ${card.doctorName}`
      : outcome === 'new'
        ? [newCard.name, newCard.doctorName].filter(Boolean).join(', ')
        : reason && REASONS[reason];
  return (
    <>
      <StateBadge {...OUTCOMES[outcome]} />
      {details && <Text size="sm">{details}</Text>}
    </>
  );
}
