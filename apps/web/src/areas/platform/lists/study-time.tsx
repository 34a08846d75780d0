import { Text } from '@mantine/core';
import { examinedDay } from '@snimok/contract/studies/examined-at';
import {
  machineZone,
  type StudyDates,
  studyDateTime,
  uploadedDay,
  uploadedLast,
  uploadedTime,
} from './study-names.ts';
import classes from './study-time.module.css';

interface StudyTimeProps {
  study: StudyDates;
  /** without the time of the examination */
  dayOnly?: boolean;
  /**
   * what the second line shows: the day of the upload, its day and time, or the day of the patient's last upload, which may belong to
   * another study
   */
  upload?: keyof typeof UPLOADED | undefined;
}

const UPLOADED = { day: uploadedDay, time: uploadedTime, last: uploadedLast };

/** «21.11.2026 13:40», when the images of a listed study were taken, or a quiet «загружено 22.11.2026» if that is unknown. */
export function StudyTime({ study, dayOnly = false, upload }: StudyTimeProps) {
  const { createdAt, examinedAt } = study;
  if (!examinedAt)
    return (
      <time dateTime={createdAt} className={classes.unknown}>
        {(upload === 'time' ? uploadedTime : uploadedDay)(study)}
      </time>
    );
  return (
    <>
      <time dateTime={studyDateTime(study)} className={upload && classes.first}>
        {examinedDay(examinedAt)}
        {examinedAt.time !== null && !dayOnly && (
          <Text span inherit c="dimmed">
            {' '}
            {[examinedAt.time, machineZone(examinedAt)].filter(Boolean).join(' ')}
          </Text>
        )}
      </time>
      {upload && (
        <time dateTime={createdAt} className={classes.uploaded}>
          {UPLOADED[upload](study)}
        </time>
      )}
    </>
  );
}
