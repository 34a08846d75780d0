import { counted } from '@snimok/api-client/format-numbers';
import { STUDY_TYPES } from '@snimok/contract/study-types';
import { formatDay } from '../../shared/dates.ts';
import { TIME_IN_TRASH } from '../../shared/trash-time.ts';
import type { Column } from '../../shared/ui/rows-table.tsx';
import { useList } from '../../shared/use-list.ts';
import { PatientName } from '../patients/patient-name.tsx';
import { patientPath } from '../patients/patients-list.tsx';
import { useUndeleteStudies } from '../studies/lifecycle/queries.ts';
import { anchorOf } from '../studies/study-card.tsx';
import { DeletedList } from './deleted-list.tsx';
import { RowNote } from './row-note.tsx';
import { type DeletedStudy, deletedStudiesQuery } from './queries.ts';

export function DeletedStudies({ list }: { list: { offset: number; query: string } }) {
  const { list: page, waiting } = useList(deletedStudiesQuery(list));
  const undelete = useUndeleteStudies();
  return (
    <DeletedList
      label="Удалённые исследования"
      page={page}
      rows={page?.studies}
      waiting={waiting}
      list={list}
      columns={COLUMNS}
      keyOf={({ studyID }) => studyID}
      nameOf={(study) => `${study.patientName}, ${describe(study)}`}
      restore={({ studyID }) => undelete(studyID)}
      restoredNotice={restoredNotice}
      pathOf={(study) => `${patientPath(study)}#${anchorOf(study.studyID)}`}
      empty={`Удалённые исследования хранятся здесь ${TIME_IN_TRASH}.`}
    />
  );
}

const describe = ({ type, createdAt }: DeletedStudy) =>
  `${STUDY_TYPES[type].label} от\u00a0${formatDay(createdAt)}`;

const restoredNotice = ({ patientDeleted, liveSharesCount }: DeletedStudy): string =>
  [
    patientDeleted ? 'Исследование и карточка пациента восстановлены.' : 'Исследование восстановлено.',
    liveSharesCount > 0 && 'Отправленные ссылки на него снова открываются.',
  ]
    .filter(Boolean)
    .join(' ');

const COLUMNS: Column<DeletedStudy>[] = [
  {
    label: 'Пациент',
    main: true,
    width: '30%',
    cell: ({ patientName, doctorName }) => (
      <>
        <PatientName name={patientName} />
        <RowNote>{doctorName}</RowNote>
      </>
    ),
  },
  {
    label: 'Исследование',
    cell: (study) => (
      <>
        {describe(study)}
        {study.status === 'in-work' && <RowNote>не опубликовано</RowNote>}
        {study.patientDeleted && <RowNote>вернётся с карточкой пациента</RowNote>}
        {study.liveSharesCount > 0 && (
          <RowNote>
            {counted(
              study.liveSharesCount,
              'ссылка снова откроется',
              'ссылки снова откроются',
              'ссылок снова откроются',
            )}
          </RowNote>
        )}
      </>
    ),
  },
];
