import { IconFileCheck, IconFileTime } from '@tabler/icons-react';
import type { ListedStudy } from './queries.ts';
import classes from './client-studies.module.css';

/** Whether the study has a report or waits for one: an icon with a text, for which only a card has space. */
export function ReportMark({ study: { reportNumber, reportRequest } }: { study: ListedStudy }) {
  if (!reportNumber && !reportRequest) return null;
  const label = reportNumber ? 'Есть заключение' : 'Ждёт заключения';
  const Mark = reportNumber ? IconFileCheck : IconFileTime;
  return (
    <span className={classes.report} title={label} data-signed={Boolean(reportNumber)}>
      <Mark size={20} stroke={1.6} aria-hidden />
      <span>{label}</span>
    </span>
  );
}
