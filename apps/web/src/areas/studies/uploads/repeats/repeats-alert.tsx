import { Alert, Anchor, Text } from '@mantine/core';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import type { Repeat } from '@snimok/contract/studies/repeats';
import { IconCopyCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { dayOf, formatDay, timeOf } from '../../../../shared/dates/dates.ts';
import { patientPath } from '../../../people/patients/patients-list.tsx';
import { studyQuery } from '../send/queries.ts';

type Repeated = z.output<typeof Repeat>;

interface RepeatsAlertProps {
  repeats: Repeated[];
  /** what can be done */
  children?: ReactNode;
}

/** The images are in other studies already. */
export const RepeatsAlert = ({ repeats, children }: RepeatsAlertProps) =>
  repeats.length > 0 && (
    <Alert
      color="yellow"
      icon={<IconCopyCheck />}
      title={repeats.some(({ all }) => all) ? 'Эти снимки уже загружены' : 'Часть этих снимков уже загружена'}
      role="alert"
    >
      {repeats.map((repeat) => (
        <RepeatedStudy key={repeat.studyID} repeat={repeat} />
      ))}
      {children}
    </Alert>
  );

/** «Уже загружено 24.11 в 22:18: Иванов Иван, КЛКТ. Открыть» */
function RepeatedStudy({ repeat: { studyID, images, all, uploadedAt } }: { repeat: Repeated }) {
  const { data: study } = useQuery(studyQuery(studyID));
  const count = all ? '' : ` (${images})`;
  const what = study ? `: ${study.patientName}, ${STUDY_TYPES[study.type].label}, ${study.doctorName}` : '';
  return (
    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
      Уже загружено{count} {formatDay(dayOf(uploadedAt))} в {timeOf(uploadedAt)}
      {what}.{' '}
      {study && (
        <Anchor
          component={Link}
          to={`${patientPath(study)}#study-${studyID}`}
          target="_blank"
          inherit
          c="inherit"
          underline="always"
        >
          Открыть
        </Anchor>
      )}
    </Text>
  );
}

export const AGAIN = 'Всё равно загрузить';
export const AGAIN_HINT =
  'Если загрузить ещё раз, появится второе исследование, и клиент получит о нём письмо.';

/** Shown before the upload, for the chosen files. */
export const ChosenRepeats = ({ repeats }: { repeats: Repeated[] }) => (
  <RepeatsAlert repeats={repeats}>
    <Text size="sm">{AGAIN_HINT}</Text>
  </RepeatsAlert>
);
