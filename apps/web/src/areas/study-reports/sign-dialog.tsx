import { Select, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { PasskeyProblem } from '../../shared/passkey-problem.ts';
import { CallProblem } from '../../shared/call.ts';
import { getAssertion } from '../../shared/passkeys.ts';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { DialogForm } from '../../shared/ui/dialog-form.tsx';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { newUUID } from '../../shared/uuid.ts';
import { checkCode, CodeField } from '../second-factors/code-field.tsx';
import type { DraftStore } from './draft-store.ts';
import { type ReportDraft, requestSigningPasskey, type Signature, useSignReport } from './queries.ts';

interface SignDialogProps {
  draft: ReportDraft;
  store: DraftStore;
  opened: boolean;
  onSigned: (number: number) => void;
  onClose: () => void;
}

/** Signs the report, with a second factor where the account has one. */
export const SignDialog = ({ opened, onClose, ...form }: SignDialogProps) => (
  <Dialog title="Подписать заключение" opened={opened} onClose={onClose}>
    <SignForm {...form} onClose={onClose} />
  </Dialog>
);

type Method = ReportDraft['confirmWith'][number];

const METHODS: Record<Method, string> = {
  totp: 'Код из приложения',
  passkey: 'Ключ доступа',
  recovery: 'Код восстановления',
};

/** The passkey first: it needs no typing. */
const ORDER: readonly Method[] = ['passkey', 'totp', 'recovery'];

/** Saves what is typed; returns the draft as the page has shown it since the dialog was opened, and throws if it has changed. */
const findSeen = async (store: DraftStore, arrivals: number) => {
  const isSaved = await store.flush();
  const { draftUUID, seenVersion, parts, failure, arrivals: present } = store.get();
  if (present !== arrivals || parts.some(({ conflict }) => conflict))
    throw new CallProblem(409, 'Коллега изменил заключение. Закройте это окно и прочитайте изменения');
  if (!isSaved) throw failure;
  return { version: seenVersion, ...(draftUUID && { draftUUID }) };
};

/** Confirms and signs what is saved; a repeated request signs once. */
function useSigning({ draft: { studyID }, store, onSigned }: Omit<SignDialogProps, 'opened' | 'onClose'>) {
  const sign = useSignReport(studyID);
  const [reportUUID] = useState(newUUID);
  const [arrivals] = useState(() => store.get().arrivals);
  const [failure, setFailure] = useState<Error | null>(null);
  const [isPending, setPending] = useState(false);
  const confirmationOf = async (method: Method | null, code: string): Promise<Signature['confirmation']> => {
    if (method === null) return undefined;
    if (method !== 'passkey') return { method, code };
    return { method, passkey: await getAssertion(await requestSigningPasskey(studyID)) };
  };
  const submit = async ({
    reason,
    method,
    code,
  }: {
    reason: string;
    method: Method | null;
    code: string;
  }) => {
    setFailure(null);
    setPending(true);
    try {
      const seen = await findSeen(store, arrivals);
      const confirmation = await confirmationOf(method, code);
      const { number } = await sign.mutateAsync({
        ...{ reportUUID, reason },
        ...seen,
        ...(confirmation && { confirmation }),
      });
      store.forget();
      onSigned(number);
    } catch (cause) {
      setFailure(cause instanceof Error ? cause : new Error(String(cause)));
    } finally {
      setPending(false);
    }
  };
  return { submit, sending: { isPending, isSuccess: sign.isSuccess, error: failure } };
}

function SignForm({ draft, store, onSigned, onClose }: Omit<SignDialogProps, 'opened'>) {
  const { corrects, confirmWith } = draft;
  const { submit, sending } = useSigning({ draft, store, onSigned });
  const runSingle = useSingleFlight();
  const methods = ORDER.filter((method) => confirmWith.includes(method));
  const form = useForm({
    initialValues: { reason: '', method: methods[0] ?? null, code: '' },
    validate: {
      reason: (reason) => (corrects !== null && reason.trim() === '' ? 'Напишите, что исправлено' : null),
      code: (code, { method }) => {
        if (method === 'totp') return checkCode(code) ?? null;
        return method === 'recovery' && code.trim() === '' ? 'Введите код восстановления' : null;
      },
    },
  });
  const { method } = form.values;

  return (
    <DialogForm
      sending={sending}
      {...(sending.error instanceof PasskeyProblem && { specified: sending.error.message })}
      submitLabel="Подписать"
      onSubmit={form.onSubmit((values) => {
        runSingle(() => submit(values));
      })}
      onClose={onClose}
    >
      <Text>
        После подписи заключение нельзя изменить, можно только выпустить исправление. Врачи, которым видно
        исследование, получат письмо.
      </Text>
      {corrects !== null && (
        <Textarea
          label="Что исправлено и почему"
          autosize
          minRows={2}
          maxLength={300}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
      {methods.length > 1 && (
        <Select
          label="Чем подтвердить"
          data={methods.map((value) => ({ value, label: METHODS[value] }))}
          allowDeselect={false}
          {...form.getInputProps('method')}
        />
      )}
      <Stack gap={0}>
        {(method === 'totp' || method === 'recovery') && (
          <CodeField
            label={METHODS[method]}
            {...(method === 'recovery' && { inputMode: 'text', maxLength: 100, placeholder: '' })}
            {...form.getInputProps('code')}
          />
        )}
        {method === 'passkey' && <Text c="dimmed">Браузер попросит ключ доступа.</Text>}
      </Stack>
    </DialogForm>
  );
}
