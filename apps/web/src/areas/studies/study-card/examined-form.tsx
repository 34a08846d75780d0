import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ClockTime, type ExaminedAt, examinedMoment } from '@snimok/contract/studies/examined-at';
import { IconFileImport } from '@tabler/icons-react';
import { useState } from 'react';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { PastDayInput } from '../../../shared/dates/past-day-input.tsx';
import { readPastDay, typedDay } from '../../../shared/dates/past-day.ts';
import { normalizeTime } from '../../../shared/dates/read-time.ts';
import { DialogForm } from '../../../shared/dialogs/dialog-form.tsx';
import { uploadedMoment } from '../../platform/lists/study-names.ts';
import { type AssistantStudy, useSetExaminedAt } from '../studies/queries.ts';
import { DoubtfulDates } from './doubtful-dates.tsx';
import classes from './study-card.module.css';

const SOURCES: Record<ExaminedAt['source'], string> = {
  files: 'из файлов',
  worklist: 'из рабочего списка',
  booking: 'из записи',
  person: 'введена вручную',
};

type Examined = Pick<ExaminedAt, 'day' | 'time'>;

const entered = (examined: Examined | null) => examined && { day: examined.day, time: examined.time };

interface Values {
  day: string;
  time: string;
}

const errorOf = {
  day: (text: string) => {
    const read = readPastDay(text);
    return 'error' in read ? read.error : null;
  },
  time: (text: string) =>
    text.trim() === '' || ClockTime.safeParse(normalizeTime(text)).success ? null : 'Введите время: ЧЧ:ММ',
};

const examinedOf = ({ day, time }: Values): Examined | null => {
  const read = readPastDay(day);
  return 'day' in read ? { day: read.day, time: time.trim() === '' ? null : normalizeTime(time) } : null;
};

interface ExaminedFormProps {
  study: AssistantStudy;
  onClose: () => void;
}

/** When the images were taken, as a person enters it. */
export default function ExaminedForm({ study, onClose }: ExaminedFormProps) {
  const { studyID, examinedAt } = study;
  const [seen] = useState(examinedAt);
  const saving = useSetExaminedAt(studyID);
  const runSingle = useSingleFlight();
  const form = useForm<Values>({
    initialValues: { day: typedDay(examinedAt?.day ?? null), time: examinedAt?.time ?? '' },
    validate: errorOf,
  });
  // after a refusal the form shows the present date, and the next attempt replaces it
  const save = (examined: Examined | null) =>
    saving.mutateAsync({ examinedAt: examined, seen: entered(saving.isError ? examinedAt : seen) });
  const time = form.getInputProps('time');
  return (
    <DialogForm
      sending={saving}
      submitLabel="Сохранить"
      form={form}
      onSubmit={(values) => save(examinedOf(values))}
      onClose={onClose}
    >
      <Text size="sm" aria-live="polite">
        {examinedAt ? (
          <>
            Сейчас: <b>{examinedMoment(examinedAt)}</b>, {SOURCES[examinedAt.source]}
          </>
        ) : (
          'Когда сделаны снимки, неизвестно'
        )}{' '}
        <Text span inherit c="dimmed">
          ({uploadedMoment(study)})
        </Text>
      </Text>
      <Group align="flex-start" wrap="nowrap">
        <PastDayInput
          label="День"
          data-autofocus
          {...form.getInputProps('day')}
          value={form.values.day}
          className={classes.enteredDay}
        />
        <TextInput
          label="Время"
          placeholder="Если известно"
          inputMode="numeric"
          autoComplete="off"
          maxLength={5}
          className={classes.enteredTime}
          {...time}
          onBlur={(event) => {
            form.setFieldValue('time', normalizeTime(form.values.time));
            time.onBlur?.(event);
          }}
        />
      </Group>
      <DoubtfulDates study={study} />
      {examinedAt?.source === 'person' && (
        <Stack align="flex-start">
          <Button
            variant="subtle"
            px={0}
            leftSection={<IconFileImport size={18} stroke={1.6} />}
            disabled={saving.isPending}
            onClick={() => runSingle(() => save(null))}
          >
            Вернуть дату из файлов
          </Button>
        </Stack>
      )}
    </DialogForm>
  );
}
