import { VisuallyHidden } from '@mantine/core';
import type { ListedPatient, PatientSortField } from '@snimok/contract/people/patients';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconChevronRight, IconUsers } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { formatDay } from '../../../shared/dates/dates.ts';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { sortLinks } from '../../../shared/lists/sort-links.ts';
import { useList } from '../../../shared/lists/use-list.ts';
import { useCan } from '../../platform/access/me.ts';
import { StudyTime } from '../../platform/lists/study-time.tsx';
import { ListTools } from '../../platform/lists/list-tools.tsx';
import { OrderSelect } from '../../platform/lists/order-select.tsx';
import {
  ownPatientsQuery,
  ownStudiesPath,
  prefetchOwnPatient,
  sharedPatientsQuery,
} from '../../people/patients/doctor-queries.ts';
import { PATIENT_SORTS, usePatientsPage } from '../../people/patients/patients-page.ts';
import { PatientName } from '../../people/patients/patient-name.tsx';
import { NewMark } from '../studies/new-mark.tsx';
import { PicturedName } from '../study-card/pictures/pictured-name.tsx';
import classes from './doctor-patients-list.module.css';

type Row = z.output<typeof ListedPatient>;

const studiesOf = ({ patientID }: Row) => ownStudiesPath(patientID);

/** The columns of «Доступные мне»: whose patient it is, and since when. */
const SHARE_COLUMNS: Column<Row>[] = [
  { label: 'Врач', cell: ({ doctorName }) => doctorName ?? '-' },
  { label: 'Доступ с', width: 116, cell: ({ sharedSince }) => formatDay(sharedSince) },
];

interface Shown {
  sort: ReturnType<typeof sortLinks<PatientSortField>>;
  kind: keyof typeof lists;
  /** whether this person may see pictures */
  pictured: boolean;
}

const columnsFor = ({ sort, kind, pictured }: Shown): Column<Row>[] => [
  {
    label: 'Последнее исследование',
    width: 210,
    sort: sort('lastStudyCreatedAt', 'desc'),
    cell: lastStudyOf,
  },
  {
    label: 'ФИО пациента',
    main: true,
    whole: ({ name }) => name,
    sort: sort('name'),
    cell: ({ name, newestStudy }) => (
      <PicturedName panoURL={newestStudy?.panoURL ?? null} pictured={pictured}>
        {newestStudy?.isNew && <NewMark mr={6} />}
        <PatientName name={name} />
      </PicturedName>
    ),
  },
  {
    label: 'Тип',
    width: 124,
    cell: ({ newestStudy }) => (newestStudy ? STUDY_TYPES[newestStudy.type].label : '-'),
  },
  ...(kind === 'shared' ? SHARE_COLUMNS : []),
  {
    label: 'Действия',
    actions: true,
    width: 64,
    cell: (row) => (
      <Link to={studiesOf(row)} className={classes.studies} title="Список исследований">
        <VisuallyHidden>Список исследований</VisuallyHidden>
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </Link>
    ),
  },
];

const lastStudyOf = ({ lastStudyCreatedAt, newestStudy }: Row) =>
  lastStudyCreatedAt === null ? (
    '-'
  ) : (
    <StudyTime
      study={{ createdAt: lastStudyCreatedAt, ...newestStudy, examinedAt: newestStudy?.examinedAt }}
      dayOnly
      upload="last"
    />
  );

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
  const pictured = useCan('seePictures');
  const sort = sortLinks<PatientSortField>(sortedBy, addressOfSort);
  return (
    <>
      {list?.totalCount !== 0 && (
        <ListTools actions={<OrderSelect sorts={PATIENT_SORTS} value={sortedBy} onChange={setSort} />} />
      )}
      <PagedTable
        label={label}
        columns={columnsFor({ sort, kind, pictured })}
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
