import { Button, Group, Paper, Pill, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarEvent, IconCalendarPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf } from '../../../../shared/dates/dates.ts';
import { ConfirmDialog } from '../../../../shared/dialogs/confirm-dialog.tsx';
import { centresQuery, type Holiday, useRemoveHoliday } from '../queries.ts';
import { HolidayDialog } from './holiday-dialog.tsx';
import { PublicHolidaysDialog } from './public-holidays-dialog.tsx';
import { rangeInWords } from './public-holidays.ts';

/** The days on which all centres or one of them are closed. */
export function HolidaysSection() {
  const { data } = useSuspenseQuery(centresQuery);
  const { locations, holidays, timeZone } = data;
  const [adding, add] = useDisclosure();
  const [importing, importYear] = useDisclosure();
  const [removed, setRemoved] = useState<Holiday>();
  const today = dayOf(new Date(), timeZone);
  const whereOf = ({ locationID }: Holiday) =>
    locations.find((centre) => centre.locationID === locationID)?.name ?? 'все центры';
  const nameOf = (holiday: Holiday) =>
    locations.length > 1 ? `${holiday.name} (${whereOf(holiday)})` : holiday.name;
  return (
    <Paper component="section" aria-label="Праздники" p="lg" withBorder bg="var(--sheet)">
      <Title order={2} size="h3" mb="xs">
        Праздники
      </Title>
      {holidays.length === 0 ? (
        <Text c="dimmed" mb="sm">
          Праздников нет: центры работают по своим часам.
        </Text>
      ) : (
        <Group gap="xs" mb="sm">
          {holidays.map((holiday) => (
            <Pill
              key={holiday.holidayID}
              size="md"
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Убрать праздник ${holiday.name}` }}
              onRemove={() => setRemoved(holiday)}
            >
              {rangeInWords(holiday)}: {nameOf(holiday)}
            </Pill>
          ))}
        </Group>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={18} stroke={1.6} />}
          onClick={add.open}
        >
          Добавить праздник
        </Button>
        <Button
          variant="default"
          leftSection={<IconCalendarEvent size={18} stroke={1.6} />}
          onClick={importYear.open}
        >
          Государственные праздники
        </Button>
      </Group>
      <HolidayDialog centres={locations} today={today} opened={adding} onClose={add.close} />
      <PublicHolidaysDialog today={today} opened={importing} onClose={importYear.close} />
      <ConfirmDialog
        title="Убрать праздник"
        of={removed}
        mutation={useRemoveHoliday()}
        submitLabel="Убрать"
        onClose={() => setRemoved(undefined)}
      >
        {(holiday) => (
          <Text>
            {rangeInWords(holiday)}: {holiday.name}. В эти дни снова можно будет записывать.
          </Text>
        )}
      </ConfirmDialog>
    </Paper>
  );
}
