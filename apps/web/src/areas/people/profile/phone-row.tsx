import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { explain } from '../../../shared/calls/explain.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { formatPhone, typedPhone } from '../../../shared/contacts/phone.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { FormNotice } from '../accounts/form-notice.tsx';
import { useForm } from '../accounts/use-form.ts';
import { FactRow } from './fact-row.tsx';
import {
  sendConfirmPhone,
  sendStartPhone,
  useRefreshNotifications,
  useRemovePhone,
} from './notification-queries.ts';

interface PhoneRowProps {
  phone: string | null;
  /** the number to which a code was sent */
  pendingPhone: string | null;
}

/** The number for text messages, which a code confirms. */
export function PhoneRow({ phone, pendingPhone }: PhoneRowProps) {
  const [isOpen, setOpen] = useState(false);
  const remove = useRemovePhone();
  const runSingle = useSingleFlight();
  if (phone !== null)
    return (
      <div>
        <FailureAlert reason={remove.error} />
        <FactRow
          title={<Text>СМС приходят на {formatPhone(phone)}</Text>}
          action={
            <Button
              variant="default"
              size="xs"
              onClick={() => runSingle(() => remove.mutateAsync(undefined))}
            >
              Удалить номер
            </Button>
          }
        >
          {null}
        </FactRow>
      </div>
    );
  if (pendingPhone !== null && !isOpen)
    return <CodeForm phone={pendingPhone} onOther={() => setOpen(true)} />;
  return <NumberForm onSent={() => setOpen(false)} />;
}

function NumberForm({ onSent }: { onSent: () => void }) {
  const refresh = useRefreshNotifications();
  const { field, pending, alert, onSubmit } = useForm({
    initial: { phone: '' },
    check: ({ phone }) => ({
      phone: phone.replace(/\D/g, '').length < 10 ? 'Введите номер телефона полностью' : undefined,
    }),
    submit: async ({ phone }) => {
      await sendStartPhone(phone);
      await refresh();
      onSent();
    },
    explain,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <TextInput
          label="Телефон для СМС"
          description="После подтверждения номера выберите СМС в таблице"
          type="tel"
          autoComplete="tel"
          inputMode="tel"
          placeholder="+7 999 123-45-67"
          {...field('phone')}
        />
        <FormNotice alert={alert} />
        <Button type="submit" variant="default" w="fit-content" loading={pending}>
          Получить код
        </Button>
      </Stack>
    </form>
  );
}

function CodeForm({ phone, onOther }: { phone: string; onOther: () => void }) {
  const refresh = useRefreshNotifications();
  const { field, pending, alert, onSubmit } = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: /^\s*\d{6}\s*$/.test(code) ? undefined : 'Введите шесть цифр из СМС' }),
    submit: async ({ code }) => {
      await sendConfirmPhone(code);
      await refresh();
    },
    explain,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <TextInput
          label="Код из СМС"
          description={`Отправлен на ${typedPhone(phone)}`}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={6}
          {...field('code')}
        />
        <FormNotice alert={alert} />
        <FactRow
          title={
            <Button type="submit" w="fit-content" loading={pending}>
              Подтвердить
            </Button>
          }
          action={
            <Button variant="subtle" onClick={onOther}>
              Другой номер или новый код
            </Button>
          }
        >
          {null}
        </FactRow>
      </Stack>
    </form>
  );
}
