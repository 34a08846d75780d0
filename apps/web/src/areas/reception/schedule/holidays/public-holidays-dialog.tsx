import { List, Select, Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { useAddHolidays } from '../queries.ts';
import { publicHolidaysOf, rangeInWords } from './public-holidays.ts';

interface PublicHolidaysDialogProps {
  today: string;
  opened: boolean;
  onClose: () => void;
}

export const PublicHolidaysDialog = ({ opened, ...form }: PublicHolidaysDialogProps) => (
  <Dialog title="Государственные праздники" opened={opened} onClose={form.onClose}>
    <YearForm {...form} />
  </Dialog>
);

function YearForm({ today, onClose }: Omit<PublicHolidaysDialogProps, 'opened'>) {
  const adding = useAddHolidays();
  const thisYear = Number(today.slice(0, 4));
  const comingOf = (year: number) => publicHolidaysOf(year).filter(({ lastDate }) => lastDate >= today);
  const years = [thisYear, thisYear + 1].filter((year) => comingOf(year).length > 0);
  const [year, setYear] = useState(years[0] ?? thisYear + 1);
  const holidays = comingOf(year);
  const submit = () => adding.mutateAsync(holidays.map((facts) => ({ locationID: null, ...facts })));
  return (
    <DialogForm sending={adding} submitLabel="Добавить" onSubmit={submit} onClose={onClose}>
      <Select<number>
        label="Год"
        data={years.map((one) => ({ value: one, label: String(one) }))}
        value={year}
        allowDeselect={false}
        onChange={(chosen) => setYear(chosen ?? year)}
      />
      <List size="sm">
        {holidays.map((holiday) => (
          <List.Item key={holiday.firstDate}>
            {rangeInWords(holiday)}: {holiday.name}
          </List.Item>
        ))}
      </List>
      <Text size="sm" c="dimmed">
        Праздничные дни по статье 112 Трудового кодекса закроют все центры. Переносы выходных правительство
        назначает каждый год: добавьте их сами.
      </Text>
    </DialogForm>
  );
}
