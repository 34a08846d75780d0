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
import { ownPatientsQuery, prefetchOwnPatient } from './doctor-queries.ts';
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

export function DoctorPatientsList() {
  const { list, waiting } = useList(ownPatientsQuery(usePageOffset()));
  if (!list) return <RowsSkeleton columns={columns} />;
  if (list.totalCount === 0) {
    return (
      <Empty icon={IconUsers} title="Нет доступных элементов">
        Пациенты появятся здесь, как только диагностический центр создаст их карточки.
      </Empty>
    );
  }
  return (
    <ListShade waiting={waiting}>
      <RowsTable
        label="Мои пациенты"
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
