import type { Column } from '../../../shared/lists/rows-table.tsx';
import { SortLink } from '../../../shared/lists/sort-link.tsx';
import type { StudyDates } from './study-names.ts';
import { StudyTime } from './study-time.tsx';
import classes from './study-time.module.css';

type DateField = 'examinedAt' | 'createdAt';
type Sort = (by: DateField, first: 'desc') => NonNullable<Column<unknown>['sort']>;

/** A part of the column that can be hidden. */
export const UPLOAD_PART = { key: 'createdAt', label: 'Дата загрузки' };

const WIDTHS = { day: 172, time: 212 };

/** When the images were taken, and below it when they were uploaded. The list can be sorted by both. */
export function studyDatesColumn<Row extends StudyDates>(
  sort: Sort,
  upload: 'day' | 'time',
  showsUpload: boolean,
): Column<Row> {
  const byExamination = sort('examinedAt', 'desc');
  const byUpload = sort('createdAt', 'desc');
  return {
    key: 'examinedAt',
    label: 'Дата',
    width: WIDTHS[upload],
    sort: byUpload.order === 'none' ? byExamination : byUpload,
    head: (
      <span className={classes.head}>
        <SortLink label="Дата исследования" sort={byExamination} />
        {showsUpload && <SortLink label="Загружено" sort={byUpload} />}
      </span>
    ),
    cell: (study) => <StudyTime study={study} upload={showsUpload ? upload : undefined} />,
  };
}
