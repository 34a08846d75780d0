import { Button } from '@mantine/core';
import type { DoctorPatient } from '@snimok/contract/patients';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { PagedTable } from '../../shared/ui/paged-table.tsx';
import { usePageOffset } from '../../shared/ui/paging.tsx';
import type { Column } from '../../shared/ui/rows-table.tsx';
import { useList } from '../../shared/use-list.ts';
import {
  ownPatientsQuery,
  ownStudiesPath,
  prefetchOwnPatient,
  sharedPatientsQuery,
} from './doctor-queries.ts';
import { PatientName } from './patient-name.tsx';

type Row = z.output<typeof DoctorPatient>;

const studiesOf = ({ patientID }: Row) => ownStudiesPath(patientID);

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
  return (
    <PagedTable
      label={label}
      columns={columns}
      page={list}
      rows={list?.patients}
      waiting={waiting}
      rowKey={({ patientID }) => patientID}
      rowTo={studiesOf}
      onRowHover={({ patientID }) => prefetchOwnPatient(patientID)}
      empty={
        <Empty icon={IconUsers} title="Нет доступных элементов">
          {empty}
        </Empty>
      }
    />
  );
}
