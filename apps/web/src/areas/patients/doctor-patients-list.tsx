import { Button } from '@mantine/core';
import type { DoctorPatient } from '@snimok/contract/patients';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { ListShade } from '../../shared/ui/list-shade.tsx';
import { Paging, usePageOffset } from '../../shared/ui/paging.tsx';
import { type Column, RowsSkeleton, RowsTable } from '../../shared/ui/rows-table.tsx';
import { useList } from '../../shared/use-list.ts';
import { ownPatientsQuery, prefetchOwnPatient, sharedPatientsQuery } from './doctor-queries.ts';
import { PatientName } from './patient-name.tsx';

type Row = z.output<typeof DoctorPatient>;

const studiesOf = ({ patientID }: Row) => `/doctor-area/patients/${patientID}/studies`;

const columns: Column<Row>[] = [
  {
    label: 'Последнее исследование',
    width: 220,
    cell: ({ lastStudyCreatedAt }) => formatDay(lastStudyCreatedAt),
  },
  {
    label: 'ФИО пациента',
    main: true,
    cell: ({ name }) => <PatientName name={name} />,
  },
  {
    label: 'Действия',
    actions: true,
    cell: (row) => (
      <Button component={Link} to={studiesOf(row)} variant="default" size="xs">
        Список исследований
      </Button>
    ),
  },
];

const lists = {
  own: {
    query: ownPatientsQuery,
    label: 'Мои пациенты',
    empty: 'Пациенты появятся здесь, как только диагностический центр создаст их карточки.',
  },
  shared: {
    query: sharedPatientsQuery,
    label: 'Доступные мне',
    empty: 'Здесь появятся пациенты, к которым вам откроют доступ другие врачи.',
  },
};

export function DoctorPatientsList({ kind }: { kind: keyof typeof lists }) {
  const { query, label, empty } = lists[kind];
  const { list, waiting } = useList(query(usePageOffset()));
  if (!list) return <RowsSkeleton columns={columns} />;
  if (list.totalCount === 0) {
    return (
      <Empty icon={IconUsers} title="Нет доступных элементов">
        {empty}
      </Empty>
    );
  }
  return (
    <ListShade waiting={waiting}>
      <RowsTable
        label={label}
        columns={columns}
        rows={list.patients}
        rowKey={({ patientID }) => patientID}
        rowTo={studiesOf}
        onRowHover={({ patientID }) => prefetchOwnPatient(patientID)}
      />
      <Paging {...list} />
    </ListShade>
  );
}
