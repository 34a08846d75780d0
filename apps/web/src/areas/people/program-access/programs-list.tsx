import { Badge, Button, Text } from '@mantine/core';
import { IconDeviceDesktopUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatAgo, formatMoment } from '../../../shared/dates/dates.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { computerOf, stateOf } from './program-state.ts';
import { type Program, programsQuery } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { versionInWords } from './labels.ts';

/** The upload programs with access, each with a button to revoke it. */
export function ProgramsList() {
  const { list, waiting } = useList(programsQuery(usePageOffset()));
  const [revoked, setRevoked] = useState<Program>();
  return (
    <>
      <PagedTable
        label="Программы загрузки"
        columns={columnsFor(setRevoked)}
        page={list}
        rows={list?.grants}
        waiting={waiting}
        skeletonRows={3}
        rowKey={({ grantID }) => grantID}
        empty={
          <Empty icon={IconDeviceDesktopUp} title="Ни одна программа ещё не подключена">
            Установите программу на компьютер у аппарата, как описано ниже. Она покажет код: введите его
            здесь.
          </Empty>
        }
      />
      <RevokeDialog program={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}

const momentOf = (moment: string | null | undefined): string =>
  moment ? `${formatAgo(moment)}, ${formatMoment(moment)}` : 'ещё не было';

function Computer({ appVersion, lastUsedAddress, address }: Program) {
  const { computer, version } = computerOf(appVersion);
  const place = lastUsedAddress ?? address;
  return (
    <>
      <Text fw={600}>{computer ?? place ?? 'Компьютер без имени'}</Text>
      <Text size="sm" c="dimmed">
        Версия {version}
        {place && `, адрес ${place}`}
      </Text>
    </>
  );
}

function StateBadge({ program }: { program: Program }) {
  const { label, colour } = stateOf(program, Date.now());
  return (
    <Badge variant="light" color={colour} tt="none">
      {label}
    </Badge>
  );
}

const columnsFor = (onRevoke: (program: Program) => void): Column<Program>[] => [
  { label: 'Компьютер', main: true, cell: (program) => <Computer {...program} /> },
  { label: 'Состояние', width: '15%', cell: (program) => <StateBadge program={program} /> },
  { label: 'Последняя загрузка', width: '19%', cell: ({ lastUploadAt }) => momentOf(lastUploadAt) },
  { label: 'Последнее обращение', width: '19%', cell: ({ lastUsedAt }) => momentOf(lastUsedAt) },
  {
    label: 'Кто разрешил',
    width: '18%',
    cell: ({ assistantName, grantedAt }) => `${assistantName}, ${formatMoment(grantedAt)}`,
  },
  {
    label: 'Действия',
    actions: true,
    width: 110,
    cell: (program) => (
      <Button
        variant="subtle"
        color="red"
        size="xs"
        aria-label={`Отозвать: ${versionInWords(program.appVersion)}`}
        onClick={() => onRevoke(program)}
      >
        Отозвать
      </Button>
    ),
  },
];
