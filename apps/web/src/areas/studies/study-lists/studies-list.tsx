import type { SortField } from '@snimok/contract/studies/studies';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { IconPhotoScan } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/lists/paged-table.tsx';
import type { Column } from '../../../shared/lists/rows-table.tsx';
import { sortLinks } from '../../../shared/lists/sort-links.ts';
import { useList } from '../../../shared/lists/use-list.ts';
import { ColumnMenu } from '../../platform/lists/column-menu.tsx';
import { ExportMenu } from '../../platform/lists/export-menu.tsx';
import { ListFilter } from '../../platform/lists/list-filter.tsx';
import { ListTools } from '../../platform/lists/list-tools.tsx';
import { OrderSelect } from '../../platform/lists/order-select.tsx';
import { studyDatesColumn, UPLOAD_PART } from '../../platform/lists/study-dates-column.tsx';
import { type ColumnChoice, useColumns } from '../../platform/lists/use-columns.ts';
import { PatientName } from '../../people/patients/patient-name.tsx';
import { patientPath } from '../../people/patients/patients-list.tsx';
import { patientQuery } from '../../people/patients/queries.ts';
import { isDay, type Period } from './period.ts';
import { PeriodFilter } from './period-filter.tsx';
import { BulkBar } from './bulk/bulk-bar.tsx';
import { selectColumn } from './bulk/select-column.tsx';
import { useSelection } from './bulk/use-selection.ts';
import { NoSuchStudies } from './no-such-studies.tsx';
import { PicturedName } from '../study-card/pictures/pictured-name.tsx';
import { SavedFilters } from './saved-filters/saved-filters.tsx';
import { type AssistantStudy, patientStudiesQuery, type Sort, studiesQuery } from '../studies/queries.ts';
import { anchorOf } from '../studies/study-path.ts';
import { useStudiesList } from './use-studies-list.ts';
import { assistantStatusOf, STATUS_OPTIONS } from '../studies/labels.ts';
import { StatusBadge } from '../studies/status-badge.tsx';

const SORTS: { value: Sort; label: string }[] = [
  { value: 'createdAt.desc', label: 'Сначала новые' },
  { value: 'createdAt.asc', label: 'Сначала старые' },
  { value: 'examinedAt.desc', label: 'Сначала поздние исследования' },
  { value: 'examinedAt.asc', label: 'Сначала ранние исследования' },
  { value: 'patientName.asc', label: 'По пациенту' },
  { value: 'doctorName.asc', label: 'По клиенту' },
  { value: 'type.asc', label: 'По типу' },
];

const PARTS = [{ key: 'picture', label: 'Изображение' }, UPLOAD_PART];

/** All studies of the centre. */
export function StudiesList() {
  const { list, period, by, today, addressOfSort, setSort, set, clear } = useStudiesList();
  const { list: page, waiting } = useList(studiesQuery(list));
  const { offset: _, ...filters } = list;
  const client = useQueryClient();
  const studies = page?.studies ?? [];
  const choice = useColumns('studies');
  const columns = columnsFor(list.sortedBy, addressOfSort, choice.shows);
  const selection = useSelection(studies, ({ studyID }) => studyID);

  return (
    <>
      <ListTools
        filtered={period !== null || list.filterStatus !== undefined}
        actions={
          <>
            <OrderSelect sorts={SORTS} value={list.sortedBy} onChange={setSort} />
            <ColumnMenu choice={choice} columns={columns} parts={PARTS} />
            <ExportMenu list="studies" query={filters} totalCount={page?.totalCount} />
          </>
        }
      >
        <PeriodFilter
          period={period}
          by={by}
          today={today}
          onChange={(chosen) => set('period', chosen)}
          onDatesChange={(dates) => set('dates', dates === 'upload' ? null : dates)}
        />
        <ListFilter
          label="Статус"
          all="Любой статус"
          options={STATUS_OPTIONS}
          value={list.filterStatus}
          onChange={(status) => set('status', status)}
        />
        <SavedFilters today={today} />
      </ListTools>
      <PagedTable
        label="Исследования"
        columns={[selectColumn(selection, studies.length), ...choice.visible(columns)]}
        page={choice.pending ? undefined : page}
        rows={page?.studies}
        waiting={waiting}
        rowKey={({ studyID }) => studyID}
        rowTo={(study) => `${patientPath(study)}#${anchorOf(study.studyID)}`}
        onRowHover={({ patientID }) => {
          client.prefetchQuery(patientQuery(patientID));
          client.prefetchQuery(patientStudiesQuery(patientID));
        }}
        empty={list.filterStatus ? <NoSuchStudies onClear={clear} /> : <NoStudies period={period} />}
      />
      <BulkBar selected={selection.selected} onClear={selection.clear} />
    </>
  );
}

function NoStudies({ period }: { period: Period }) {
  if (period === null) {
    return (
      <Empty icon={IconPhotoScan} title="Исследований пока нет">
        Создайте первое: «Создать исследование» в меню слева.
      </Empty>
    );
  }
  return (
    <Empty
      icon={IconPhotoScan}
      title={isDay(period) ? 'За этот день исследований нет' : 'За этот месяц исследований нет'}
    >
      Выберите другой месяц или весь период.
    </Empty>
  );
}

function columnsFor(
  sortedBy: Sort,
  addressOf: (sort: Sort) => string,
  shows: ColumnChoice['shows'],
): Column<AssistantStudy>[] {
  const sort = sortLinks<SortField>(sortedBy, addressOf);
  return [
    studyDatesColumn(sort, 'time', shows('createdAt')),
    {
      label: 'Пациент',
      main: true,
      whole: ({ patientName }) => patientName,
      sort: sort('patientName'),
      cell: ({ patientName, panoURL }) => (
        <PicturedName panoURL={panoURL} pictured={shows('picture')}>
          <PatientName name={patientName} />
        </PicturedName>
      ),
    },
    {
      key: 'client',
      label: 'Клиент',
      width: '22%',
      sort: sort('doctorName'),
      cell: ({ doctorName }) => doctorName,
    },
    {
      key: 'type',
      label: 'Тип',
      width: 130,
      sort: sort('type'),
      cell: ({ type }) => STUDY_TYPES[type].label,
    },
    {
      key: 'status',
      label: 'Статус',
      width: 130,
      cell: (study) => <StatusBadge {...assistantStatusOf(study)} />,
    },
  ];
}
