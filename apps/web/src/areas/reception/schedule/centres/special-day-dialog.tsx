import { Text } from '@mantine/core';
import { useState } from 'react';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { DayInput } from '../day-input.tsx';
import { useSetSpecialDay } from '../queries.ts';
import { dayOf } from '../../../../shared/dates/dates.ts';
import { type Hours, HoursField } from './hours-field.tsx';

interface SpecialDayDialogProps {
  locationID: number;
  timeZone: string;
  opened: boolean;
  onClose: () => void;
}

export const SpecialDayDialog = ({ opened, onClose, ...form }: SpecialDayDialogProps) => (
  <Dialog title="Особый день" opened={opened} onClose={onClose}>
    <SpecialDay {...form} onClose={onClose} />
  </Dialog>
);

/** A day off, or other opening hours for one day. */
function SpecialDay({ locationID, timeZone, onClose }: Omit<SpecialDayDialogProps, 'opened'>) {
  const setting = useSetSpecialDay(locationID);
  const [date, setDate] = useState<string | null>(null);
  const [hours, setHours] = useState<Hours[]>([]);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const submit = () => {
    setWasSubmitted(true);
    if (date) return setting.mutateAsync({ date, hours });
  };
  return (
    <DialogForm sending={setting} submitLabel="Сохранить" onSubmit={submit} onClose={onClose}>
      <Text c="dimmed">
        Выходной или рабочий день со своими часами. Уже сделанные записи остаются: перенесите их сами.
      </Text>
      <DayInput
        label="Дата"
        minDate={dayOf(new Date(), timeZone)}
        value={date}
        error={wasSubmitted && !date ? 'Выберите дату' : null}
        onChange={setDate}
      />
      <HoursField label="В этот день" hours={hours} onChange={setHours} />
    </DialogForm>
  );
}
