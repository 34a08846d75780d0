import { Badge, Text } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { formatDay } from '../../../shared/dates.ts';
import { PatientName } from '../../patients/patient-name.tsx';
import { cardSize } from '../study-picture.tsx';
import type { ListedStudy } from './queries.ts';
import classes from './worklist.module.css';

/** The thumbnail, the patient with the date of birth, and «Новое» until the study has been opened. */
export function StudyOfPatient({ study }: { study: ListedStudy }) {
  const { panoURL, patientName, patientBirthday, shared, doctorName, isNew } = study;
  const details = [patientBirthday && formatDay(patientBirthday), shared && `врач ${doctorName}`];
  return (
    <span className={classes.study}>
      <Thumbnail key={panoURL} panoURL={panoURL} />
      <span className={classes.patient}>
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
      </span>
    </span>
  );
}

/** Decorative: the row names the study in words. */
function Thumbnail({ panoURL }: { panoURL: string | null }) {
  const [broken, setBroken] = useState(false);
  if (!panoURL || broken)
    return (
      <span className={classes.thumbnail}>
        <IconPhoto size={20} stroke={1.4} aria-hidden />
      </span>
    );
  return (
    <img
      className={classes.thumbnail}
      src={cardSize(panoURL)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
