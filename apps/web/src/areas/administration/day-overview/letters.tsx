import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { patientsPath } from '../../people/doctors/doctors-list.tsx';
import { StudyLink } from './entry.tsx';
import classes from './overview.module.css';
import type { Letter } from './queries.ts';

type Subject = Letter['subject'];

export const LETTERS: Record<Subject['kind'], { name: string; action: string }> = {
  study: { name: 'Письмо о готовом исследовании', action: 'Отправить письмо ещё раз' },
  booking: { name: 'Письмо о записи', action: 'Отправить письмо ещё раз' },
  'external-share': { name: 'Письмо со ссылкой на исследование', action: 'Отправить письмо ещё раз' },
  // passwords are not stored, so the letter cannot be repeated
  password: { name: 'Письмо с паролем', action: 'Отправить новый пароль' },
};

/** The patient or client whom the letter is about. */
export function LetterSubjectName({ subject }: { subject: Subject }) {
  if (subject.kind === 'password') {
    return (
      <Anchor component={Link} to={patientsPath(subject.doctorID)} className={classes.name}>
        {subject.doctorName}
      </Anchor>
    );
  }
  if (subject.kind === 'booking') {
    const { patientName, doctorName, locationID, date } = subject.booking;
    return (
      <span className={classes.who}>
        <Anchor
          component={Link}
          to={`/assistant-area/schedule?centre=${locationID}&date=${date}`}
          className={classes.name}
        >
          {patientName}
        </Anchor>
        <Text span size="sm" c="dimmed">
          {doctorName}
        </Text>
      </span>
    );
  }
  return <StudyLink study={subject} />;
}
