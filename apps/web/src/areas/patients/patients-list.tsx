import type { Icon } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDay } from '../../shared/dates.ts';
import { Empty } from '../../shared/ui/empty.tsx';
import { PagedTable } from '../../shared/ui/paged-table.tsx';
import { PhoneNumber } from '../../shared/ui/phone-number.tsx';
import type { Column } from '../../shared/ui/rows-table.tsx';
import { PatientMenuInRow } from './delete-patient.tsx';
import { PatientName } from './patient-name.tsx';
import { type AssistantPatient, patientQuery } from './queries.ts';

export const patientPath = ({ doctorID, patientID }: { doctorID: number; patientID: number }) =>
  `/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`;

type Row = AssistantPatient;

const lastStudyColumn: Column<Row> = {
  label: 'Последнее исследование',
  width: 210,
  cell: ({ lastStudyCreatedAt }) => formatDay(lastStudyCreatedAt),
};
const nameColumn: Column<Row> = {
  label: 'Пациент',
  main: true,
  cell: ({ name }) => <PatientName name={name} />,
};
const clientColumn: Column<Row> = { label: 'Клиент', width: '28%', cell: ({ doctorName }) => doctorName };
const birthdayColumn: Column<Row> = {
  label: 'Дата рождения',
  width: 150,
  cell: ({ birthday }) => formatDay(birthday),
};
const phoneColumn: Column<Row> = {
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
const OF_ONE = [nameColumn, birthdayColumn, phoneColumn, lastStudyColumn, actionsColumn];
const OF_ALL = [lastStudyColumn, nameColumn, clientColumn, birthdayColumn];

interface PatientsListProps {
  label: string;
  /** undefined until the first page has loaded */
  list: { patients: Row[]; currentOffset: number; totalCount: number } | undefined;
  waiting: boolean;
  /** the patients of all clients, with a column for the client */
  ofAll?: boolean;
  empty: { icon: Icon; title: string; next: string; action?: ReactNode };
}

export function PatientsList({ label, list, waiting, ofAll, empty }: PatientsListProps) {
  const client = useQueryClient();
  return (
    <PagedTable
      label={label}
      columns={ofAll ? OF_ALL : OF_ONE}
      page={list}
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
  );
}
