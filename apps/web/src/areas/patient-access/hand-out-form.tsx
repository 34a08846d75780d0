import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { explain } from '../../shared/explain.ts';
import { PendingNotice } from '../../shared/ui/pending-notice.tsx';
import { useCancelWaiting } from '../../shared/ui/use-cancel-waiting.ts';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { newUUID } from '../../shared/uuid.ts';
import { checkEmail } from '../account/checks.ts';
import { makePIN } from '../external-shares/pin.ts';
import { type Sheet, useHandOut } from './queries.ts';

export interface HandedOut {
  sheet: Sheet;
  pin: string;
  email: string | null;
}

interface HandOutFormProps {
  studyID: number;
  /** the link that the new one ends */
  replaces: string | null;
  onHandedOut: (handedOut: HandedOut) => void;
  onCancelReplacing: () => void;
}

/** Creates the link and its PIN. A repeated press after a lost answer gets the same link. */
export function HandOutForm({ studyID, replaces, onHandedOut, onCancelReplacing }: HandOutFormProps) {
  const [secret] = useState(() => ({ shareUUID: newUUID(), pin: makePIN() }));
  const [withLetter, setWithLetter] = useState(false);
  const [email, setEmail] = useState('');
  const [problem, setProblem] = useState<string>();
  const sending = useHandOut(studyID);
  useCancelWaiting(sending);
  const runSingle = useSingleFlight();

  const handOut = async () => {
    const address = withLetter ? email.trim() : null;
    const sheet = await sending.mutateAsync({ ...secret, email: address, replaces });
    onHandedOut({ sheet, pin: secret.pin, email: address });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = withLetter ? checkEmail(email.trim()) : undefined;
    setProblem(wrong);
    if (!wrong) runSingle(handOut);
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text>
          Пациент откроет снимок на телефоне по QR-коду и ПИН-коду, без регистрации. Лист с кодом можно сразу
          напечатать.
        </Text>
        {replaces && <Text>Прежняя ссылка сразу перестанет открываться.</Text>}
        <Checkbox
          label="Отправить ссылку на e-mail"
          description="ПИН-кода в письме нет: его вы отдадите пациенту сами"
          checked={withLetter}
          onChange={(event) => setWithLetter(event.currentTarget.checked)}
        />
        {withLetter && (
          <TextInput
            label="E-mail пациента"
            type="email"
            autoComplete="off"
            value={email}
            error={problem}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
        )}
        {sending.isPending && <PendingNotice />}
        {sending.isError && (
          <Alert role="alert" color="red" icon={<IconAlertCircle />}>
            {explain(sending.error)}
          </Alert>
        )}
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
