import { Alert, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useRef, useState } from 'react';
import { digitsOf, groupedPIN } from '../../../shared/codes/grouped-pin.ts';
import { CallProblem } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { counted } from '@snimok/api-client/format-numbers';
import { useTitle } from '../../../shared/navigation/title.ts';
import classes from './external.module.css';

interface PINFormProps {
  /** why the previous PIN was refused */
  reason: unknown;
  pending: boolean;
  onPIN: (pin: string) => void;
}

export function PINForm({ reason, pending, onPIN }: PINFormProps) {
  useTitle('Введите ПИН-код');
  const [pin, setPIN] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(pin === '');
    if (pin === '') field.current?.focus();
    else if (!pending) onPIN(pin);
  };
  return (
    <form className={classes.sheet} onSubmit={submit} noValidate>
      <Stack gap="md">
        <Title order={1}>Введите ПИН-код</Title>
        <Text c="dimmed">
          Снимок закрыт кодом. Его сообщил вам отправитель, или он напечатан на отрезной части листа.
        </Text>
        <TextInput
          ref={field}
          label="ПИН-код"
          size="lg"
          classNames={{ input: classes.pin }}
          inputMode="numeric"
          autoComplete="one-time-code"
          // eight digits and the space
          maxLength={9}
          autoFocus
          value={groupedPIN(pin)}
          error={isMissing && pin === '' && 'Введите цифры ПИН-кода'}
          onChange={(event) => setPIN(digitsOf(event.currentTarget.value))}
        />
        {reason !== undefined && !pending && !isMissing && (
          <Alert role="alert" color="red" icon={<IconAlertCircle />}>
            {sentenceOf(reason)}
          </Alert>
        )}
        <Button type="submit" size="lg" loading={pending}>
          Открыть
        </Button>
      </Stack>
    </form>
  );
}

const sentenceOf = (reason: unknown): string => {
  const seconds = reason instanceof CallProblem ? reason.retryAfterSeconds : undefined;
  if (!seconds) return explain(reason);
  return `ПИН-код слишком много раз введён неверно. Повторите через ${waitingTime(seconds)}.`;
};

const waitingTime = (seconds: number): string => {
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return counted(minutes, 'минуту', 'минуты', 'минут');
  const hours = Math.ceil(minutes / 60);
  if (hours < 48) return counted(hours, 'час', 'часа', 'часов');
  return counted(Math.ceil(hours / 24), 'день', 'дня', 'дней');
};
