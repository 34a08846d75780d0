import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { DayInput } from '../day-input.tsx';
import { type Centre, useAddHolidays } from '../queries.ts';

interface HolidayDialogProps {
  centres: Centre[];
  today: string;
  opened: boolean;
  onClose: () => void;
}

export const HolidayDialog = ({ opened, ...form }: HolidayDialogProps) => (
  <Dialog title="Новый праздник" opened={opened} onClose={form.onClose}>
    <HolidayForm {...form} />
  </Dialog>
);

const ALL = 0;

function HolidayForm({ centres, today, onClose }: Omit<HolidayDialogProps, 'opened'>) {
  const adding = useAddHolidays();
  const [name, setName] = useState('');
  const [firstDate, setFirstDate] = useState<string | null>(null);
  const [lastDate, setLastDate] = useState<string | null>(null);
  const [locationID, setLocationID] = useState(ALL);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const submit = () => {
    setWasSubmitted(true);
    if (!firstDate || !name.trim()) return;
    const facts = { locationID: locationID || null, name, firstDate, lastDate: lastDate ?? firstDate };
    return adding.mutateAsync([facts]);
  };
  return (
    <DialogForm sending={adding} submitLabel="Добавить" onSubmit={submit} onClose={onClose}>
      <Text c="dimmed">В эти дни центр закрыт. Уже сделанные записи остаются: перенесите их сами.</Text>
      <TextInput
        label="Название"
        autoComplete="off"
        maxLength={MOST_CHARACTERS.name}
        data-autofocus
        value={name}
        error={wasSubmitted && !name.trim() ? 'Напишите название' : null}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SimpleGrid type="container" cols={{ base: 1, '400px': 2 }} spacing="md">
        <DayInput
          label="Первый день"
          minDate={today}
          value={firstDate}
          error={wasSubmitted && !firstDate ? 'Выберите дату' : null}
          onChange={(day) => {
            setFirstDate(day);
            if (day && lastDate && lastDate < day) setLastDate(day);
          }}
        />
        <DayInput
          label="Последний день"
          minDate={firstDate ?? today}
          value={lastDate ?? firstDate}
          onChange={setLastDate}
        />
      </SimpleGrid>
      {centres.length > 1 && (
        <Select<number>
          label="Где"
          data={[
            { value: ALL, label: 'Все центры' },
            ...centres.map((centre) => ({ value: centre.locationID, label: centre.name })),
          ]}
          value={locationID}
          allowDeselect={false}
          onChange={(chosen) => setLocationID(chosen ?? ALL)}
        />
      )}
    </DialogForm>
  );
}
