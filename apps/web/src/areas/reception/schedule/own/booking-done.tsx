import { Anchor, Button, CloseButton, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconCalendarDown, IconCircleCheck, IconFileDescription } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { focusInPage } from '../../../../shared/navigation/focus-in-page.ts';
import { Fact, Facts } from '../../../../shared/ui/facts.tsx';
import { useCan } from '../../../platform/access/me.ts';
import { newReferralPath } from '../../referrals/queries.ts';
import { ContactFacts } from '../contact-facts.tsx';
import { longDayOf, slotLabel } from '../times.ts';
import { withPrice } from './offered.ts';
import { calendarURL, type OwnBooking, ownBookingQuery } from './queries.ts';
import { OWN_BOOKINGS_PATH } from '../../../../shared/navigation/own-bookings-path.ts';

/** What was booked, and what the patient has to know. */
export function BookingDone({ bookingID, onClose }: { bookingID: number; onClose: () => void }) {
  const { data: booking } = useQuery(ownBookingQuery(bookingID));
  const sendsReferrals = useCan('sendReferrals');
  const heading = useRef<HTMLHeadingElement>(null);
  const isLoaded = booking !== undefined;
  useEffect(() => (isLoaded ? focusInPage(heading.current) : undefined), [isLoaded]);
  if (!booking) return null;
  const { date, beginsAt, locationName, locationAddress, patientName, preparation, reminder } = booking;
  const { patientID, examination, contacts } = booking;
  return (
    <Paper withBorder p="lg" role="status">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Group gap="xs" wrap="nowrap">
          <IconCircleCheck size={28} stroke={1.5} color="var(--mantine-color-green-6)" aria-hidden />
          <Title order={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }}>
            Пациент записан
          </Title>
        </Group>
        <CloseButton aria-label="Скрыть" onClick={onClose} />
      </Group>
      <Stack gap="sm" mt="sm">
        <Facts>
          <Fact label="Пациент">{patientName}</Fact>
          <Fact label="Когда">
            {longDayOf(date)} ({formatDay(date)}), {slotLabel(beginsAt, date)}
          </Fact>
          <Fact label="Где">{[locationName, locationAddress].filter(Boolean).join(', ')}</Fact>
          {examination && <Fact label="Исследование">{withPrice(examination)}</Fact>}
          <ContactFacts contacts={contacts} />
        </Facts>
        <Text>{preparation}</Text>
        {reminder && <Text c="dimmed">{confirmationOf(booking)}</Text>}
        <Group gap="sm">
          <Button
            component="a"
            href={calendarURL(bookingID)}
            download
            variant="default"
            leftSection={<IconCalendarDown size={18} stroke={1.6} />}
          >
            Добавить в календарь
          </Button>
          {sendsReferrals && (
            <Button
              component={Link}
              to={newReferralPath({ bookingID, patientID })}
              variant="default"
              leftSection={<IconFileDescription size={18} stroke={1.6} />}
            >
              Написать направление
            </Button>
          )}
          <Anchor component={Link} to={OWN_BOOKINGS_PATH}>
            Мои записи
          </Anchor>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Servers of earlier versions do not say whether the patient was informed; they send a reminder only. */
const confirmationOf = ({ informed, reminderEmail }: OwnBooking): string => {
  const message = reminderEmail ? 'письмо' : 'СМС';
  if (informed === undefined) return `Перед визитом пациент получит ${message} с напоминанием.`;
  return informed
    ? `Пациенту отправлено ${message} со ссылкой, по которой можно перенести или отменить визит.`
    : `Пациент получит ${message} позже: на этот адрес недавно ушло много сообщений.`;
};
