import { Badge, Button, Group, Pill, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCalendarPlus, IconPencil, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { FailureAlert } from '../../../../shared/failures/failure-alert.tsx';
import { counted } from '@snimok/api-client/format-numbers';
import { type Centre, centresQuery, useArchiveCentre } from '../queries.ts';
import { CentreDialog } from './centre-dialog.tsx';
import { RemoveSpecialDayDialog } from './remove-special-day-dialog.tsx';
import { HolidaysSection } from '../holidays/holidays-section.tsx';
import { SpecialDayDialog } from './special-day-dialog.tsx';
import { weekInWords } from './weekdays.ts';

/** Every centre with its hours and the buttons that change it. */
export function CentresList() {
  const { data } = useSuspenseQuery(centresQuery);
  const [creating, create] = useDisclosure();
  return (
    <Stack gap="md" maw={760}>
      {data.locations.map((centre) => (
        <CentrePaper key={centre.locationID} centre={centre} timeZone={data.timeZone} />
      ))}
      <Group>
        <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={create.open}>
          Добавить центр
        </Button>
      </Group>
      <HolidaysSection />
      <CentreDialog centre={null} opened={creating} onClose={create.close} />
    </Stack>
  );
}

function CentrePaper({ centre, timeZone }: { centre: Centre; timeZone: string }) {
  const [editing, edit] = useDisclosure();
  const [adding, add] = useDisclosure();
  const archiving = useArchiveCentre(centre.locationID);
  const [removedDay, setRemovedDay] = useState<string>();
  return (
    <Paper component="section" aria-label={centre.name} p="lg" withBorder bg="var(--sheet)">
      <Group justify="space-between" gap="xs" align="flex-start" mb="xs">
        <Title order={2} size="h3">
          {centre.name}
        </Title>
        {centre.archived && (
          <Badge variant="light" color="gray">
            В архиве
          </Badge>
        )}
      </Group>
      {centre.address && <Text c="dimmed">{centre.address}</Text>}
      <Text>{weekInWords(centre.hours)}</Text>
      <Text mb="sm">
        Приём {counted(centre.slotMinutes, 'минута', 'минуты', 'минут')}, пациентов одновременно:{' '}
        {centre.capacity}
        {centre.breaks.length > 0 && `. Перерывы: ${weekInWords(centre.breaks)}`}
      </Text>
      {centre.specialDays.length > 0 && (
        <Group gap="xs" mb="sm">
          {centre.specialDays.map(({ date, hours }) => (
            <Pill
              key={date}
              size="md"
              withRemoveButton
              removeButtonProps={{ 'aria-label': `Убрать особый день ${formatDay(date)}` }}
              onRemove={() => setRemovedDay(date)}
            >
              {formatDay(date)}: {hours.map(({ from, to }) => `${from}–${to}`).join(', ') || 'выходной'}
            </Pill>
          ))}
        </Group>
      )}
      <FailureAlert reason={archiving.error} withIcon mb="sm" />
      <Group gap="xs">
        <Button variant="default" leftSection={<IconPencil size={18} stroke={1.6} />} onClick={edit.open}>
          Изменить
        </Button>
        <Button
          variant="default"
          leftSection={<IconCalendarPlus size={18} stroke={1.6} />}
          onClick={add.open}
        >
          Особый день
        </Button>
        <Button
          variant="subtle"
          color="gray"
          loading={archiving.isPending}
          onClick={() => archiving.mutate(!centre.archived)}
        >
          {centre.archived ? 'Вернуть из архива' : 'В архив'}
        </Button>
      </Group>
      <CentreDialog centre={centre} opened={editing} onClose={edit.close} />
      <SpecialDayDialog
        locationID={centre.locationID}
        timeZone={timeZone}
        opened={adding}
        onClose={add.close}
      />
      <RemoveSpecialDayDialog
        locationID={centre.locationID}
        date={removedDay}
        onClose={() => setRemovedDay(undefined)}
      />
    </Paper>
  );
}
