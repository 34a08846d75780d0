import { Badge, Group, Text } from '@mantine/core';
import type { ReferralState } from '@snimok/contract/reception/referrals';
import { formatDay } from '../../../shared/dates/dates.ts';
import type { SentReferral } from './queries.ts';

interface Label {
  label: string;
  color: string;
}

const STATES: Record<ReferralState, Label> = {
  sent: { label: 'Ждёт ответа', color: 'blue' },
  accepted: { label: 'Принято', color: 'teal' },
  done: { label: 'Выполнено', color: 'green' },
  declined: { label: 'Отклонено', color: 'red' },
  withdrawn: { label: 'Отозвано', color: 'gray' },
};

export const STATE_OPTIONS = Object.entries(STATES).map(([value, { label }]) => ({ value, label }));

const ONE_LINE = { whiteSpace: 'nowrap', flexShrink: 0 } as const;

export const StateBadge = ({ state, urgent }: { state: ReferralState; urgent: boolean }) => (
  <Group gap={6} component="span" wrap="wrap">
    <Badge variant="light" color={STATES[state].color} size="lg" tt="none" fw={500} style={ONE_LINE}>
      {STATES[state].label}
    </Badge>
    {urgent && state === 'sent' && (
      <Badge variant="light" color="yellow" size="lg" tt="none" fw={500}>
        Срочно
      </Badge>
    )}
  </Group>
);

/** Name and birth date of the patient, for lists. */
export const referredColumn = {
  label: 'Пациент',
  main: true,
  whole: ({ patientName, patientBirthday }: SentReferral) =>
    [patientName || 'не указано', ...(patientBirthday ? [formatDay(patientBirthday)] : [])].join(', '),
  cell: ({ patientName, patientBirthday }: SentReferral) => (
    <>
      {patientName || 'не указано'}{' '}
      <Text span size="sm" c="dimmed" fw={400}>
        {patientBirthday && formatDay(patientBirthday)}
      </Text>
    </>
  ),
};
