import { Anchor, Text } from '@mantine/core';
import type { OverviewColumn } from '@snimok/contract/administration/day-overview';
import { STUDY_TYPES } from '@snimok/contract/studies/study-types';
import { Link } from 'react-router';
import type { z } from 'zod';
import { timeOf } from '../../../shared/dates/dates.ts';
import { useRight } from '../../platform/access/rights.ts';
import { studyPath } from '../../studies/studies/study-path.ts';
import { ActionButton } from './action-button.tsx';
import type { StudyFacts } from './entry.tsx';
import classes from './overview.module.css';
import { type Overview, requestArrival } from './queries.ts';

const STATES: Record<z.output<typeof OverviewColumn>, string> = {
  present: 'без снимков',
  uploading: 'загружается',
  processing: 'обрабатывается',
  published: 'опубликовано',
};

type OfPatient = StudyFacts & Pick<Overview['present']['items'][number], 'others' | 'openBookings'>;

/** The patient's other studies, and the bookings to be marked. A patient has one entry, so they are part of it. */
export function OfPatient({ study, timeZone }: { study: OfPatient; timeZone: string }) {
  const { others = [], openBookings = [] } = study;
  const canMark = useRight('booking');
  return (
    <>
      {others.map(({ studyID, type, column }) => (
        <Text key={studyID} size="sm">
          <Anchor component={Link} to={studyPath({ ...study, studyID })} inherit underline="always">
            {STUDY_TYPES[type].label}
          </Anchor>{' '}
          <Text span inherit c="dimmed">
            {STATES[column]}
          </Text>
        </Text>
      ))}
      {openBookings.map((booking) => (
        <div key={booking.bookingID} className={classes.booking}>
          <Text size="sm">Запись на {timeOf(booking.beginsAt, timeZone)}: приход не отмечен</Text>
          {canMark && (
            <ActionButton
              subject={study.patientName}
              request={() => requestArrival(booking.bookingID, study)}
              done="Приход отмечен"
            >
              Отметить приход
            </ActionButton>
          )}
        </div>
      ))}
    </>
  );
}
