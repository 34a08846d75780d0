import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { PendingNotice } from '../../../shared/dialogs/pending-notice.tsx';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { newUUID } from '../../../shared/calls/uuid.ts';
import { checkEmail } from '../../people/accounts/checks.ts';
import { makePIN } from '../external-shares/pin.ts';
import { accessesQuery, type Sheet, useHandOut } from './queries.ts';
import { SendTo } from './send-to.tsx';

export interface HandedOut {
  sheet: Sheet;
  pin: string;
  email: string | null;
  phone: string | null;
}

interface HandOutFormProps {
  studyID: number;
  /** the link that the new one ends */
  replaces: string | null;
  onHandedOut: (handedOut: HandedOut) => void;
  onCancelReplacing: () => void;
}

const isWholePhone = (phone: string): boolean => phone.replace(/\D/g, '').length >= 10;

/** Creates the link and its PIN. A repeated press after a lost answer gets the same link. */
export function HandOutForm({ studyID, replaces, onHandedOut, onCancelReplacing }: HandOutFormProps) {
  const [secret] = useState(() => ({ shareUUID: newUUID(), pin: makePIN() }));
  const [email, setEmail] = useState<string | null>(null);
  const [phone, setPhone] = useState<string | null>(null);
  const [problems, setProblems] = useState<{ email?: string; phone?: string }>({});
  // undefined from an earlier version of the server
  const canText = useQuery(accessesQuery(studyID)).data?.canText ?? false;
  const sending = useHandOut(studyID);
  const runSingle = useSingleFlight();

  const handOut = async () => {
    const to = { email: email?.trim() ?? null, phone: phone?.trim() ?? null };
    const sheet = await sending.mutateAsync({ ...secret, ...to, replaces });
    onHandedOut({ sheet, pin: secret.pin, ...to });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      email: email === null ? undefined : checkEmail(email.trim()),
      phone: phone === null || isWholePhone(phone) ? undefined : 'Введите номер телефона полностью',
    };
    setProblems(found);
    if (!found.email && !found.phone) runSingle(handOut);
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text>
          Пациент откроет снимок на телефоне по QR-коду и ПИН-коду, без регистрации. Лист с кодом можно сразу
          напечатать.
        </Text>
        {replaces && <Text>Прежняя ссылка сразу перестанет открываться.</Text>}
        <SendTo
          label="Отправить ссылку на e-mail"
          description="ПИН-кода в письме нет: его вы отдадите пациенту сами"
          field={{ label: 'E-mail пациента или его представителя', type: 'email' }}
          to={email}
          error={problems.email}
          onChange={setEmail}
        />
        {canText && (
          <SendTo
            label="Отправить ссылку по СМС"
            description="ПИН-кода в сообщении тоже нет"
            field={{
              label: 'Телефон пациента или его представителя',
              type: 'tel',
              placeholder: '+7 999 123-45-67',
            }}
            to={phone}
            error={problems.phone}
            onChange={setPhone}
          />
        )}
        {sending.isPending && <PendingNotice />}
        <FailureAlert reason={sending.error} withIcon />
        <Group gap="xs" justify="flex-end">
          {replaces && (
            <Button variant="default" onClick={onCancelReplacing}>
              Отмена
            </Button>
          )}
          <Button type="submit" disabled={sending.isPending}>
            {replaces ? 'Выдать ещё раз' : 'Выдать'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
