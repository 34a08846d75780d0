import { Badge, Button } from '@mantine/core';
import { IconPhotoScan } from '@tabler/icons-react';
import { DayAndTime } from '../../../shared/ui/day-and-time.tsx';
import { Empty } from '../../../shared/ui/empty.tsx';
import { PagedTable } from '../../../shared/ui/paged-table.tsx';
import type { Column } from '../../../shared/ui/rows-table.tsx';
import { sortLinks } from '../../../shared/ui/sort-links.ts';
import { useList } from '../../../shared/use-list.ts';
import { ownStudiesPath, prefetchOwnPatient } from '../../patients/doctor-queries.ts';
import { DOCTOR_STATUS, TYPE_LABELS } from '../labels.ts';
import { anchorOf } from '../study-card.tsx';
import { type ListedStudy, worklistQuery } from './queries.ts';
import { RowActions } from './row-actions.tsx';
import { StudyOfPatient } from './study-of-patient.tsx';
import { useWorklist } from './use-worklist.ts';
import { WorklistFilters } from './worklist-filters.tsx';
import classes from './worklist.module.css';

/** All studies of a doctor's own and shared patients. */
export function Worklist() {
  const list = useWorklist();
  const { list: page, waiting } = useList(worklistQuery(list.request));
  return (
    <>
      <WorklistFilters list={list} />
      <PagedTable
        label="Исследования"
        columns={columnsFor(list)}
        page={page}
        rows={page?.studies}
        waiting={waiting}
        rowKey={({ studyID }) => studyID}
        rowTo={({ patientID, studyID }) => `${ownStudiesPath(patientID)}#${anchorOf(studyID)}`}
        onRowHover={({ patientID }) => prefetchOwnPatient(patientID)}
        empty={<NoStudies onClear={list.filtered ? list.clear : undefined} />}
      />
    </>
  );
}

const NoStudies = ({ onClear }: { onClear: (() => void) | undefined }) =>
  onClear ? (
    <Empty
      icon={IconPhotoScan}
      title="По этим условиям исследований нет"
      action={
        <Button mt="xs" variant="default" onClick={onClear}>
          Показать все исследования
        </Button>
      }
    />
  ) : (
    <Empty icon={IconPhotoScan} title="Исследований пока нет">
      Как только центр выполнит исследование вашего пациента, оно появится здесь.
    </Empty>
  );

function columnsFor({
  request,
  addressOfSort,
  settings,
}: ReturnType<typeof useWorklist>): Column<ListedStudy>[] {
  const sort = sortLinks<'createdAt' | 'patientName' | 'type'>(request.sortedBy, addressOfSort);
  return [
    {
      label: 'Пациент',
      main: true,
      sort: sort('patientName'),
      cell: (study) => <StudyOfPatient study={study} />,
    },
    {
      label: 'Дата',
      width: 166,
      sort: sort('createdAt'),
      cell: ({ createdAt }) => <DayAndTime instant={createdAt} />,
    },
    {
      label: 'Тип и статус',
      width: 210,
      sort: sort('type'),
      cell: ({ type, status }) => (
        <span className={classes.state}>
          {TYPE_LABELS[type]}
          <Badge component="span" variant="light" color={DOCTOR_STATUS[status].color} tt="none" fw={500}>
            {DOCTOR_STATUS[status].label}
          </Badge>
        </span>
      ),
    },
    {
      label: 'Действия',
      actions: true,
      width: 330,
      cell: (study) => <RowActions study={study} settings={settings} />,
    },
  ];
}
