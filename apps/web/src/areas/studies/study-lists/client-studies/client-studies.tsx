import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconPhotoScan } from '@tabler/icons-react';
import { Empty } from '../../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../../shared/lists/paged-table.tsx';
import type { Column } from '../../../../shared/lists/rows-table.tsx';
import { sortLinks } from '../../../../shared/lists/sort-links.ts';
import { useList } from '../../../../shared/lists/use-list.ts';
import { ColumnMenu } from '../../../platform/lists/column-menu.tsx';
import { ListTools } from '../../../platform/lists/list-tools.tsx';
import { OrderSelect } from '../../../platform/lists/order-select.tsx';
import { studyDatesColumn, UPLOAD_PART } from '../../../platform/lists/study-dates-column.tsx';
import { type ColumnChoice, useColumns } from '../../../platform/lists/use-columns.ts';
import { ownStudiesPath, prefetchOwnPatient } from '../../../people/patients/doctor-queries.ts';
import { DOCTOR_STATUS } from '../../studies/labels.ts';
import { NoSuchStudies } from '../no-such-studies.tsx';
import { StatusBadge } from '../../studies/status-badge.tsx';
import { anchorOf } from '../../studies/study-path.ts';
import { type ListedStudy, type ClientStudyOrder, clientStudiesQuery } from './queries.ts';
import { RowActions } from './row-actions.tsx';
import { ReportMark } from './report-mark.tsx';
import { StudyOfPatient, wholeOf } from './study-of-patient.tsx';
import { useClientStudies } from './use-client-studies.ts';
import { ClientStudiesFilters } from './client-studies-filters.tsx';
import classes from './client-studies.module.css';

const SORTS: { value: ClientStudyOrder; label: string }[] = [
  { value: 'createdAt.desc', label: 'Сначала новые' },
  { value: 'createdAt.asc', label: 'Сначала старые' },
  { value: 'examinedAt.desc', label: 'Сначала поздние исследования' },
  { value: 'examinedAt.asc', label: 'Сначала ранние исследования' },
  { value: 'patientName.asc', label: 'По пациенту' },
  { value: 'type.asc', label: 'По типу' },
];
/** The parts of cells that can be hidden. */
const PARTS = [
  { key: 'picture', label: 'Изображение' },
  { key: 'birthday', label: 'Дата рождения' },
  UPLOAD_PART,
];

/** All studies of a doctor's own and shared patients. */
export function ClientStudies() {
  const list = useClientStudies();
  const { list: page, waiting } = useList(clientStudiesQuery(list.request));
  const choice = useColumns('worklist');
  const columns = columnsFor(list, choice.shows);
  return (
    <>
      <ListTools
        filtered={list.filtered}
        actions={
          <>
            <OrderSelect sorts={SORTS} value={list.request.sortedBy} onChange={list.setSort} />
            <ColumnMenu choice={choice} columns={columns} parts={PARTS} />
          </>
        }
      >
        <ClientStudiesFilters list={list} />
      </ListTools>
      <PagedTable
        label="Исследования"
        columns={choice.visible(columns)}
        page={choice.pending ? undefined : page}
        rows={page?.studies}
        waiting={waiting}
        rowKey={({ studyID }) => studyID}
        rowTo={({ patientID, studyID }) => `${ownStudiesPath(patientID)}#${anchorOf(studyID)}`}
        onRowHover={({ patientID }) => prefetchOwnPatient(patientID)}
        empty={list.filtered ? <NoSuchStudies onClear={list.clear} /> : <NoStudies />}
      />
    </>
  );
}

const NoStudies = () => (
  <Empty icon={IconPhotoScan} title="Исследований пока нет">
    Как только центр выполнит исследование вашего пациента, оно появится здесь.
  </Empty>
);

function columnsFor(
  { request, addressOfSort, settings }: ReturnType<typeof useClientStudies>,
  shows: ColumnChoice['shows'],
): Column<ListedStudy>[] {
  const sort = sortLinks<'createdAt' | 'examinedAt' | 'patientName' | 'type'>(
    request.sortedBy,
    addressOfSort,
  );
  return [
    {
      label: 'Пациент',
      main: true,
      whole: (study) => wholeOf(study, shows),
      sort: sort('patientName'),
      cell: (study) => <StudyOfPatient study={study} shows={shows} />,
    },
    studyDatesColumn(sort, 'day', shows('createdAt')),
    {
      key: 'type',
      label: 'Тип',
      width: 120,
      sort: sort('type'),
      cell: ({ type }) => STUDY_TYPES[type].label,
    },
    {
      label: 'Статус',
      width: 198,
      cell: (study) => (
        <span className={classes.state}>
          <StatusBadge {...DOCTOR_STATUS[study.status]} />
          <ReportMark study={study} />
        </span>
      ),
    },
    {
      label: 'Действия',
      actions: true,
      width: 236,
      cell: (study) => <RowActions study={study} settings={settings} />,
    },
  ];
}
