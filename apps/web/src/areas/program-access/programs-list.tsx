import { Button } from '@mantine/core';
import { IconDeviceDesktopUp } from '@tabler/icons-react';
import { useState } from 'react';
import { formatAgo, formatMoment } from '../../shared/dates.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { ListShade } from '../../shared/ui/list-shade.tsx';
import { Paging, usePageOffset } from '../../shared/ui/paging.tsx';
import { type Column, RowsSkeleton, RowsTable } from '../../shared/ui/rows-table.tsx';
import { useList } from '../../shared/use-list.ts';
import { type Program, programsQuery } from './queries.ts';
import { RevokeDialog } from './revoke-dialog.tsx';
import { versionInWords } from './labels.ts';

/** The upload programs with access, each with a button to revoke it. */
export function ProgramsList() {
  const { list, waiting } = useList(programsQuery(usePageOffset()));
  const [revoked, setRevoked] = useState<Program>();
  const columns = columnsFor(setRevoked);
  return (
    <>
      {!list && <RowsSkeleton columns={columns} rows={3} />}
      {list?.totalCount === 0 && (
        <Empty icon={IconDeviceDesktopUp} title="Доступа нет ни у одной программы">
          Начните вход в программе загрузки на компьютере у аппарата и введите здесь код с её экрана.
        </Empty>
      )}
      {list && list.totalCount > 0 && (
        <ListShade waiting={waiting}>
          <RowsTable
            label="Программы загрузки"
            columns={columns}
            rows={list.grants}
            rowKey={({ grantID }) => grantID}
          />
          <Paging currentOffset={list.currentOffset} totalCount={list.totalCount} />
        </ListShade>
      )}
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
