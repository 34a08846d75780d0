import { Badge, Text } from '@mantine/core';
import { formatDay } from '../../../shared/dates.ts';
import { PatientName } from '../../patients/patient-name.tsx';
import { PicturedName } from '../pictured-name.tsx';
import type { ListedStudy } from './queries.ts';
import classes from './worklist.module.css';

interface StudyOfPatientProps {
  study: ListedStudy;
  shows: (part: 'picture' | 'birthday') => boolean;
}

/** The thumbnail, the patient with the date of birth, and «Новое» until the study has been opened. */
export function StudyOfPatient({ study, shows }: StudyOfPatientProps) {
  const { panoURL, patientName, patientBirthday, shared, doctorName, isNew } = study;
  const details = [
    shows('birthday') && patientBirthday && formatDay(patientBirthday),
    shared && `врач ${doctorName}`,
  ];
  return (
    <PicturedName panoURL={panoURL} pictured={shows('picture')}>
      <PatientName name={patientName} />
      <span className={classes.details}>
        {isNew && (
          <Badge component="span" size="sm" tt="none" fw={600}>
            Новое
          </Badge>
        )}
        <Text span size="sm" c="dimmed" fw={400}>
          {details.filter(Boolean).join(' · ')}
        </Text>
      </span>
    </PicturedName>
  );
}
