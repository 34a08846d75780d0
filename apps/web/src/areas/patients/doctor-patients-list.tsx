import { Button } from '@mantine/core';
import type { PatientSortField, DoctorPatient } from '@snimok/contract/patients';
import { IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { formatDay } from '../../shared/dates.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { PagedTable } from '../../shared/ui/paged-table.tsx';
import type { Column } from '../../shared/ui/rows-table.tsx';
import { sortLinks } from '../../shared/ui/sort-links.ts';
import { useList } from '../../shared/use-list.ts';
import {
  ownPatientsQuery,
  ownStudiesPath,
  prefetchOwnPatient,
  sharedPatientsQuery,
} from './doctor-queries.ts';
import { ListTools } from '../lists/list-tools.tsx';
import { OrderSelect } from '../lists/order-select.tsx';
import { PATIENT_SORTS, usePatientsPage } from './patients-page.ts';
import { PatientName } from './patient-name.tsx';

type Row = z.output<typeof DoctorPatient>;

const studiesOf = ({ patientID }: Row) => ownStudiesPath(patientID);

const columnsFor = (sort: ReturnType<typeof sortLinks<PatientSortField>>): Column<Row>[] => [
  {
    label: 'Последнее исследование',
    width: 240,
    sort: sort('lastStudyCreatedAt', 'desc'),
    cell: ({ lastStudyCreatedAt }) => formatDay(lastStudyCreatedAt),
  },
  {
    label: 'ФИО пациента',
    main: true,
    whole: ({ name }) => name,
    sort: sort('name'),
    cell: ({ name }) => <PatientName name={name} />,
  },
  {
    label: 'Действия',
    actions: true,
    width: 200,
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
  const { offset, sortedBy, addressOfSort, setSort } = usePatientsPage();
  const { list, waiting } = useList(query({ offset, sortedBy }));
  return (
    <>
      {list?.totalCount !== 0 && (
        <ListTools actions={<OrderSelect sorts={PATIENT_SORTS} value={sortedBy} onChange={setSort} />} />
      )}
      <PagedTable
        label={label}
        columns={columnsFor(sortLinks<PatientSortField>(sortedBy, addressOfSort))}
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
    </>
  );
}
