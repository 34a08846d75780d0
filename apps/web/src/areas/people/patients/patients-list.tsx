import type { PatientSortField } from '@snimok/contract/people/patients';
import type { Icon } from '@tabler/icons-react';
import { type QueryKey, type UseQueryOptions, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay } from '../../../shared/dates/dates.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import { PhoneNumber } from '../../../shared/contacts/phone-number.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { sortLinks } from '../../../shared/lists/sort-links.ts';
import { ColumnMenu } from '../../platform/lists/column-menu.tsx';
import { ExportMenu } from '../../platform/lists/export-menu.tsx';
import { ListTools } from '../../platform/lists/list-tools.tsx';
import { OrderSelect } from '../../platform/lists/order-select.tsx';
import { useColumns } from '../../platform/lists/use-columns.ts';
import { PatientMenuInRow } from './delete-patient.tsx';
import { PatientName } from './patient-name.tsx';
import { PATIENT_SORTS, type PatientsPage, usePatientsPage } from './patients-page.ts';
import { type AssistantPatient, patientQuery } from './queries.ts';

export const patientPath = ({ doctorID, patientID }: { doctorID: number; patientID: number }) =>
  `/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`;

type Row = AssistantPatient;

type Sort = ReturnType<typeof sortLinks<PatientSortField>>;

const lastStudyColumn = (sort: Sort): Column<Row> => ({
  key: 'lastStudy',
  label: 'Последняя загрузка',
  width: 216,
  sort: sort('lastStudyCreatedAt', 'desc'),
  cell: ({ lastStudyCreatedAt }) => formatDay(lastStudyCreatedAt),
});
const nameColumn = (sort: Sort): Column<Row> => ({
  label: 'Пациент',
  main: true,
  whole: ({ name }) => name,
  sort: sort('name'),
  cell: ({ name }) => <PatientName name={name} />,
});
const clientColumn: Column<Row> = {
  key: 'client',
  label: 'Клиент',
  width: '30%',
  cell: ({ doctorName }) => doctorName,
};
const birthdayColumn: Column<Row> = {
  key: 'birthday',
  label: 'Дата рождения',
  width: 150,
  cell: ({ birthday }) => formatDay(birthday),
};
const phoneColumn: Column<Row> = {
  key: 'phone',
  label: 'Телефон',
  width: 180,
  cell: ({ phone }) => (phone ? <PhoneNumber phone={phone} /> : '-'),
};

/** Only a patient without studies can be deleted. */
const actionsColumn: Column<Row> = {
  label: 'Действия',
  actions: true,
  width: 64,
  cell: (patient) => patient.assistantCanDelete && <PatientMenuInRow patient={patient} />,
};

/** The columns of one client's list, and of lists over all clients. */
const ofOneClient = (sort: Sort) => [
  nameColumn(sort),
  birthdayColumn,
  phoneColumn,
  lastStudyColumn(sort),
  actionsColumn,
];
const ofAllClients = (sort: Sort) => [lastStudyColumn(sort), nameColumn(sort), clientColumn, birthdayColumn];

interface PatientsAnswer {
  patients: Row[];
  currentOffset: number;
  totalCount: number;
}

interface PatientsListProps<Key extends QueryKey> {
  label: string;
  query: (page: PatientsPage) => UseQueryOptions<PatientsAnswer, Error, PatientsAnswer, Key>;
  /** the patients of all clients, with a column for the client */
  ofAll?: boolean;
  /** the same list in the export */
  of: string;
  empty: { icon: Icon; title: string; next: string; action?: ReactNode };
}

export function PatientsList<Key extends QueryKey>({
  label,
  query,
  ofAll,
  of,
  empty,
}: PatientsListProps<Key>) {
  const client = useQueryClient();
  const { offset, sortedBy, addressOfSort, setSort } = usePatientsPage();
  const { list, waiting } = useList(query({ offset, sortedBy }));
  const choice = useColumns(ofAll ? 'waiting-patients' : 'patients');
  const columns = (ofAll ? ofAllClients : ofOneClient)(sortLinks<PatientSortField>(sortedBy, addressOfSort));
  return (
    <>
      {list?.totalCount !== 0 && (
        <ListTools
          actions={
            <>
              <OrderSelect sorts={PATIENT_SORTS} value={sortedBy} onChange={setSort} />
              <ColumnMenu choice={choice} columns={columns} />
              <ExportMenu list="patients" query={{ of, sortedBy }} />
            </>
          }
        />
      )}
      <PagedTable
        label={label}
        columns={choice.visible(columns)}
        page={choice.pending ? undefined : list}
        rows={list?.patients}
        waiting={waiting}
        rowKey={({ patientID }) => patientID}
        rowTo={patientPath}
        onRowHover={({ patientID }) => client.prefetchQuery(patientQuery(patientID))}
        empty={
          <Empty icon={empty.icon} title={empty.title} action={empty.action}>
            {empty.next}
          </Empty>
        }
      />
    </>
  );
}
