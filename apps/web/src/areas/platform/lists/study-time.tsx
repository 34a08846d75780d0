import { Text } from '@mantine/core';
import { examinedDay } from '@snimok/contract/studies/examined-at';
import { type StudyDates, studyDateTime, uploadedDay, uploadedTime } from './study-names.ts';
import classes from './study-time.module.css';

interface StudyTimeProps {
  study: StudyDates;
  /** without the time of the examination */
  dayOnly?: boolean;
  /** the day of the upload, or its day and time, on a second line */
  upload?: 'day' | 'time' | undefined;
}

/** «21.11.2026 13:40», when the images of a listed study were taken, or a quiet «загружено 22.11.2026» if that is unknown. */
export function StudyTime({ study, dayOnly = false, upload }: StudyTimeProps) {
  const { createdAt, examinedAt } = study;
  const uploaded = upload === 'time' ? uploadedTime(study) : uploadedDay(study);
  if (!examinedAt)
    return (
      <time dateTime={createdAt} className={classes.unknown}>
        {uploaded}
      </time>
    );
  return (
    <>
      <time dateTime={studyDateTime(study)} className={upload && classes.first}>
        {examinedDay(examinedAt)}
        {examinedAt.time !== null && !dayOnly && (
          <Text span inherit c="dimmed">
            {' '}
            {examinedAt.time}
          </Text>
        )}
      </time>
      {upload && (
        <time dateTime={createdAt} className={classes.uploaded}>
          {uploaded}
        </time>
      )}
    </>
  );
}
