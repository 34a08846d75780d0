import { Text } from '@mantine/core';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { PatientName } from '../../../people/patients/patient-name.tsx';
import { NewMark } from '../../studies/new-mark.tsx';
import { PicturedName } from '../../study-card/pictures/pictured-name.tsx';
import type { ListedStudy } from './queries.ts';
import classes from './client-studies.module.css';

type Shows = (part: 'picture' | 'birthday') => boolean;

interface StudyOfPatientProps {
  study: ListedStudy;
  shows: Shows;
}

/** The thumbnail, the patient with the date of birth, and «Новое» until the study has been opened. */
export function StudyOfPatient({ study, shows }: StudyOfPatientProps) {
  const { panoURL, patientName, isNew } = study;
  return (
    <PicturedName panoURL={panoURL} pictured={shows('picture')}>
      {isNew && <NewMark mr={6} />}
      <PatientName name={patientName} />{' '}
      <Text span size="sm" c="dimmed" fw={400} className={classes.details}>
        {detailsOf(study, shows).join(' · ')}
      </Text>
    </PicturedName>
  );
}

const detailsOf = ({ patientBirthday, shared, doctorName }: ListedStudy, shows: Shows): string[] => [
  ...(shows('birthday') && patientBirthday ? [formatDay(patientBirthday)] : []),
  ...(shared ? [`врач ${doctorName}`] : []),
];

/** What the cell says if its line is too short. */
export const wholeOf = (study: ListedStudy, shows: Shows): string =>
  [study.patientName || 'не указано', ...detailsOf(study, shows)].join(' · ');
