import { Button } from '@mantine/core';
import { IconDeviceDesktopUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatAgo, formatMoment } from '../../shared/dates.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { PagedTable } from '../../shared/ui/paged-table.tsx';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import type { Column } from '../../shared/ui/rows-table.tsx';
import { useList } from '../../shared/use-list.ts';
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
          <Empty icon={IconDeviceDesktopUp} title="Доступа нет ни у одной программы">
            Установите программу на компьютер у аппарата, как описано ниже, и введите здесь код с её экрана.
          </Empty>
        }
      />
      <RevokeDialog program={revoked} onClose={() => setRevoked(undefined)} />
    </>
  );
}

const lastUseOf = ({ lastUsedAt, lastUsedAddress }: Program): string =>
  lastUsedAt ? `${formatAgo(lastUsedAt)}, ${lastUsedAddress}` : 'ещё не обращалась';

const columnsFor = (onRevoke: (program: Program) => void): Column<Program>[] => [
  { label: 'Программа', main: true, cell: ({ appVersion }) => `Версия ${versionInWords(appVersion)}` },
  { label: 'Разрешил', width: '20%', cell: ({ assistantName }) => assistantName },
  {
    label: 'Запрошено',
    width: '25%',
    cell: ({ issuedAt, address }) => `${formatMoment(issuedAt)}${address ? `, ${address}` : ''}`,
  },
  { label: 'Последнее обращение', width: '25%', cell: lastUseOf },
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
