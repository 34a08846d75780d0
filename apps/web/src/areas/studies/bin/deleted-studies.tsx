import { Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { TIME_IN_BIN } from '../../../shared/dates/bin-time.ts';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { useList } from '../../../shared/lists/use-list.ts';
import { studyNameAmong } from '../../platform/lists/study-names.ts';
import { PatientName } from '../../people/patients/patient-name.tsx';
import { patientPath } from '../../people/patients/patients-list.tsx';
import { useUndeleteStudies } from '../lifecycle/queries.ts';
import { anchorOf } from '../studies/study-path.ts';
import { DeletedList } from './deleted-list.tsx';
import { type DeletedStudy, deletedStudiesQuery } from './queries.ts';

export function DeletedStudies({ list }: { list: { offset: number; query: string } }) {
  const { list: page, waiting } = useList(deletedStudiesQuery(list));
  const undelete = useUndeleteStudies();
  const nameOf = studyNameAmong(page?.studies ?? []);
  return (
    <DeletedList
      label="Удалённые исследования"
      page={page}
      rows={page?.studies}
      waiting={waiting}
      list={list}
      columns={columnsFor(nameOf)}
      keyOf={({ studyID }) => studyID}
      nameOf={(study) => `${study.patientName}, ${nameOf(study)}`}
      restore={({ studyID }) => undelete(studyID)}
      restoredNotice={restoredNotice}
      pathOf={(study) => `${patientPath(study)}#${anchorOf(study.studyID)}`}
      empty={`Удалённые исследования хранятся здесь ${TIME_IN_BIN}.`}
    />
  );
}

const notesOn = ({ status, patientDeleted, liveSharesCount: links }: DeletedStudy): string[] => [
  ...(status === 'in-work' ? ['не опубликовано'] : []),
  ...(patientDeleted ? ['вернётся с карточкой пациента'] : []),
  ...(links > 0
    ? [counted(links, 'ссылка снова откроется', 'ссылки снова откроются', 'ссылок снова откроются')]
    : []),
];

const restoredNotice = ({ patientDeleted, liveSharesCount }: DeletedStudy): string =>
  [
    patientDeleted ? 'Исследование и карточка пациента восстановлены.' : 'Исследование восстановлено.',
    liveSharesCount > 0 && 'Отправленные ссылки на него снова открываются.',
  ]
    .filter(Boolean)
    .join(' ');

const columnsFor = (nameOf: (study: DeletedStudy) => string): Column<DeletedStudy>[] => [
  {
    label: 'Пациент',
    main: true,
    whole: ({ patientName }) => patientName,
    cell: ({ patientName }) => <PatientName name={patientName} />,
  },
  { label: 'Клиент', width: '16%', minor: true, cell: ({ doctorName }) => doctorName },
  {
    label: 'Исследование',
    width: '22%',
    whole: (study) => [nameOf(study), ...notesOn(study)].join(', '),
    cell: (study) => (
      <>
        {nameOf(study)}
        {notesOn(study).map((note) => (
          <Text key={note} span size="sm" c="dimmed">
            , {note}
          </Text>
        ))}
      </>
    ),
  },
];
