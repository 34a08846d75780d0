import { Anchor, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { usePageOffset } from '../../../shared/lists/paging.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { patientPath } from '../../people/patients/patients-list.tsx';
import { describeCard } from './describe-card.ts';
import { DuplicateActions } from './duplicate-actions.tsx';
import { type DuplicatePair, duplicatesQuery } from './queries.ts';

/** Pairs of cards of one client that may belong to one person. */
export function DuplicatesList() {
  const { list, waiting } = useList(duplicatesQuery(usePageOffset()));
  return (
    <PagedTable
      label="Возможные дубликаты"
      columns={COLUMNS}
      page={list}
      rows={list?.pairs}
      waiting={waiting}
      skeletonRows={5}
      rowKey={({ patients: [one, other] }) => `${one.patientID}-${other.patientID}`}
      empty={
        <Empty icon={IconUsers} title="Похожих карточек нет">
          Здесь появятся пары карточек одного клиента, у которых совпадают имя и дата рождения или телефон.
        </Empty>
      }
    />
  );
}

const card = (at: 0 | 1) => (pair: DuplicatePair) => {
  const patient = pair.patients[at];
  return (
    <>
      <Anchor component={Link} to={patientPath(patient)}>
        {patient.name || 'не указано'}
      </Anchor>
      <Text component="span" display="block" size="sm" fw={400} c="dimmed">
        {describeCard(patient)}
      </Text>
    </>
  );
};

const COLUMNS: Column<DuplicatePair>[] = [
  { label: 'Карточка', main: true, cell: card(0) },
  { label: 'Похожая карточка', cell: card(1) },
  { label: 'Клиент', width: '16%', minor: true, cell: ({ patients: [{ doctorName }] }) => doctorName },
  {
    label: 'Действия',
    actions: true,
    width: 330,
    cell: ({ patients: [one, other] }) => <DuplicateActions patient={one} other={other} />,
  },
];
