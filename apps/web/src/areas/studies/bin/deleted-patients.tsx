import { formatDay } from '../../../shared/dates/dates.ts';
import { TIME_IN_BIN } from '../../../shared/dates/bin-time.ts';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { PatientName } from '../../people/patients/patient-name.tsx';
import { patientPath } from '../../people/patients/patients-list.tsx';
import { useUndeletePatients } from '../../people/patients/queries.ts';
import { DeletedList } from './deleted-list.tsx';
import { type DeletedPatient, deletedPatientsQuery } from './queries.ts';

export function DeletedPatients({ list }: { list: { offset: number; query: string } }) {
  const { list: page, waiting } = useList(deletedPatientsQuery(list));
  const undelete = useUndeletePatients();
  return (
    <DeletedList
      label="Удалённые карточки пациентов"
      page={page}
      rows={page?.patients}
      waiting={waiting}
      list={list}
      columns={COLUMNS}
      keyOf={({ patientID }) => patientID}
      nameOf={({ name }) => name}
      restore={({ patientID }) => undelete(patientID)}
      restoredNotice={() => 'Карточка пациента восстановлена.'}
      pathOf={patientPath}
      empty={`Удалённые карточки пациентов хранятся здесь ${TIME_IN_BIN}.`}
    />
  );
}

const COLUMNS: Column<DeletedPatient>[] = [
  {
    label: 'Пациент',
    main: true,
    whole: ({ name }) => name,
    cell: ({ name }) => <PatientName name={name} />,
  },
  { label: 'Клиент', minor: true, cell: ({ doctorName }) => doctorName },
  { label: 'Дата рождения', width: 134, cell: ({ birthday }) => formatDay(birthday) },
];
