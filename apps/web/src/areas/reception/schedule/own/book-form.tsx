import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Anchor, Input, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { BirthdayInput } from '../../../people/patients/birthday-input.tsx';
import { SlotButtons } from '../slot-buttons.tsx';
import { longDayOf, slotLabel } from '../times.ts';
import { ExaminationSelect } from './examination-select.tsx';
import type { ChosenTime } from './chosen-time.ts';
import { PatientChoice } from './patient-choice.tsx';
import { freeDaysQuery } from './queries.ts';
import { ReminderFields } from '../reminder-fields.tsx';
import classes from './own-bookings.module.css';
import { useBookForm } from './use-book-form.ts';
import { PhoneInput } from '../phone-input.tsx';

interface BookFormProps {
  time: ChosenTime;
  onClose: () => void;
  onBooked: (bookingID: number) => void;
}

export function BookForm({ time: chosen, onClose, onBooked }: BookFormProps) {
  const form = useBookForm(chosen, onBooked);
  const { time, draft, errors, canText, change } = form;
  const [hasComment, setHasComment] = useState(false);
  const isChosen = draft.patientID !== undefined;
  return (
    <DialogForm sending={form.sending} submitLabel="Записать" onSubmit={form.submit} onClose={onClose}>
      <Where time={time} error={errors.time} onChange={form.changeTime} />
      <PatientChoice draft={draft} error={errors.patient} change={change} />
      {draft.patientID === null && (
        <>
          <TextInput
            label="ФИО пациента"
            placeholder="Иванов Иван Иванович"
            autoComplete="off"
            maxLength={MOST_CHARACTERS.name}
            value={draft.name}
            error={errors.name}
            onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            onBlur={() => form.leave('name')}
          />
          <BirthdayInput
            value={draft.birthday}
            error={errors.birthday}
            onChange={(birthday) => change({ birthday })}
            onBlur={() => form.leave('birthday')}
          />
        </>
      )}
      {isChosen && (
        <Stack gap="md">
          {time.offered.length > 0 && (
            <ExaminationSelect
              label="Исследование"
              none="Не указано"
              offered={time.offered}
              value={draft.examinationID}
              onChange={(examinationID) => change({ examinationID })}
            />
          )}
          <PhoneInput
            value={draft.phone}
            error={errors.phone}
            onChange={({ currentTarget }) => change({ phone: currentTarget.value })}
            onBlur={() => form.leave('phone')}
          />
          <ReminderFields
            draft={draft}
            canText={canText}
            change={change}
            error={errors.email}
            onBlur={() => form.leave('email')}
          />
          {hasComment ? (
            <Textarea
              label="Комментарий к исследованию"
              autosize
              autoFocus
              minRows={2}
              maxRows={6}
              maxLength={MOST_CHARACTERS.comment}
              value={draft.comment}
              onChange={({ currentTarget }) => change({ comment: currentTarget.value })}
            />
          ) : (
            <Anchor component="button" type="button" ta="left" onClick={() => setHasComment(true)}>
              Добавить комментарий
            </Anchor>
          )}
        </Stack>
      )}
    </DialogForm>
  );
}

interface WhereProps {
  time: ChosenTime;
  /** set if the time is taken; other times of that day are then offered */
  error: string | undefined;
  onChange: (slot: { slotUUID: string; beginsAt: string }) => void;
}

/** The centre and, after a refusal, the times of the day that are still free. */
function Where({
  time: { locationID, date, slotUUID, beginsAt, name, address },
  error,
  onChange,
}: WhereProps) {
  const { data } = useQuery({
    ...freeDaysQuery({ from: date, locationID }),
    enabled: error !== undefined,
  });
  const slots = data?.days.find((day) => day.date === date)?.locations[0]?.slots ?? [];
  return (
    <Input.Wrapper labelElement="div" error={error} errorProps={{ role: 'alert' }}>
      <Text fw={600} size="lg" className={classes.when}>
        {longDayOf(date)}, {slotLabel(beginsAt, date)}
      </Text>
      <Text size="sm" c="dimmed">
        {[name, address].filter(Boolean).join(', ')}
      </Text>
      {error !== undefined && data && (
        <Stack gap="xs" mt="sm" mb="xs">
          <Text size="sm">Свободно: {longDayOf(date)}</Text>
          <SlotButtons slots={slots} day={date} chosen={slotUUID} onChoose={onChange} />
        </Stack>
      )}
    </Input.Wrapper>
  );
}
