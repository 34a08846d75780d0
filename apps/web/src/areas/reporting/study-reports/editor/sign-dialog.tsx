import { MOST_CHARACTERS } from '@snimok/contract/values/lengths';
import { Alert, Anchor, Stack, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { counted } from '@snimok/api-client/format-numbers';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { PasskeyProblem } from '../../../../shared/passkeys/passkey-problem.ts';
import { CallProblem } from '../../../../shared/calls/call.ts';
import { getAssertion } from '../../../../shared/passkeys/passkeys.ts';
import { Dialog } from '../../../../shared/dialogs/dialog.tsx';
import { DialogForm } from '../../../../shared/dialogs/dialog-form.tsx';
import { newUUID } from '../../../../shared/calls/uuid.ts';
import { sendConfirmation } from '../../../people/confirmation/queries.ts';
import { checkWay, WayFields } from '../../../people/confirmation/way-fields.tsx';
import type { DraftStore } from './draft-store.ts';
import { conclusionOf, countUnchanged } from './parts.ts';
import { questionsOf } from './questions.ts';
import {
  previewURL,
  type ReportDraft,
  requestSigningPasskey,
  type Signature,
  useSignReport,
} from '../queries.ts';
import classes from './sign-dialog.module.css';
import { ConfirmationMethod } from '@snimok/contract/people/confirmation';

interface SignDialogProps {
  draft: ReportDraft;
  store: DraftStore;
  opened: boolean;
  onSigned: (number: number) => void;
  onClose: () => void;
}

/** Shows what is signed, and asks for a second factor, or for the password of an account without one. */
export const SignDialog = ({ opened, onClose, ...form }: SignDialogProps) => (
  <Dialog title="Подписать заключение" opened={opened} onClose={onClose}>
    <SignForm {...form} onClose={onClose} />
  </Dialog>
);

type Method = ReportDraft['confirmWith'][number];

interface Filled {
  reason: string;
  method: Method | null;
  code: string;
  password: string;
}

/**
 * Saves what is typed and returns the version that the page shows. Throws if a colleague has changed the draft since
 * the dialog was opened.
 */
const findSeen = async (store: DraftStore, arrivals: number) => {
  const isSaved = await store.flush();
  const { draftUUID, seenVersion, parts, failure, arrivals: present } = store.get();
  if (present !== arrivals || parts.some(({ conflict }) => conflict))
    throw new CallProblem(
      409,
      'Заключение уже изменил другой сотрудник. Закройте это окно и прочитайте изменения',
    );
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
  const confirmationOf = async ({ method, code, password }: Filled): Promise<Signature['confirmation']> => {
    if (method === null) return undefined;
    if (method === 'passkey')
      return { method, passkey: await getAssertion(await requestSigningPasskey(studyID)) };
    if (method !== 'password') return { method, code };
    // confirms the session, which is what the signature of an account without a second factor needs
    await sendConfirmation({ method, password });
    return undefined;
  };
  const submit = async (filled: Filled) => {
    setFailure(null);
    setPending(true);
    try {
      const seen = await findSeen(store, arrivals);
      const confirmation = await confirmationOf(filled);
      const { number } = await sign.mutateAsync({
        reportUUID,
        reason: filled.reason,
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
  const methods = ConfirmationMethod.options.filter((method) => confirmWith.includes(method));
  const form = useForm({
    initialValues: { reason: '', method: methods[0] ?? null, code: '', password: '' } as Filled,
    validate: (filled) => ({
      reason: corrects !== null && filled.reason.trim() === '' ? 'Напишите, что исправлено' : undefined,
      ...(filled.method && checkWay(filled.method, filled)),
    }),
  });
  const { method } = form.values;

  return (
    <DialogForm
      sending={sending}
      {...(sending.error instanceof PasskeyProblem && { specified: sending.error.message })}
      submitLabel="Подписать"
      form={form}
      onSubmit={submit}
      onClose={onClose}
    >
      <Contents draft={draft} store={store} />
      <Text>
        После подписи заключение нельзя изменить, можно только выпустить исправление. Врачи, которым видно
        исследование, получат письмо.
      </Text>
      {corrects !== null && (
        <Textarea
          label="Что исправлено и почему"
          autosize
          minRows={2}
          maxLength={MOST_CHARACTERS.line}
          data-autofocus
          {...form.getInputProps('reason')}
        />
      )}
      {method && (
        <WayFields
          ways={methods}
          way={method}
          onWay={(chosen) => form.setFieldValue('method', chosen)}
          password={form.getInputProps('password')}
          code={form.getInputProps('code')}
        />
      )}
    </DialogForm>
  );
}

/** What is about to be signed, so that nothing is signed by accident. */
function Contents({ draft, store }: Pick<SignDialogProps, 'draft' | 'store'>) {
  const { parts } = useSyncExternalStore(store.subscribe, store.get);
  // the preview shows what is saved
  useEffect(() => void store.flush(), [store]);
  const unchanged = draft.corrects === null ? countUnchanged(draft.fields, parts) : 0;
  return (
    <Stack gap="xs">
      {questionsOf(draft).map(({ label, question }) => (
        <Quote key={label} label={label}>
          {question}
        </Quote>
      ))}
      <Quote label="Заключение">{conclusionOf(parts)}</Quote>
      {unchanged > 0 && (
        <Alert color="yellow">
          {counted(unchanged, 'поле', 'поля', 'полей')} шаблона без изменений. Проверьте, что их текст верен
          для этого пациента.
        </Alert>
      )}
      <Anchor href={previewURL(draft.studyID)} target="_blank" rel="noopener">
        Посмотреть PDF до подписи
      </Anchor>
    </Stack>
  );
}

const Quote = ({ label, children }: { label: string; children: string }) => (
  <div>
    <Text size="sm" c="dimmed">
      {label}
    </Text>
    <Text className={classes.quote}>{children}</Text>
  </div>
);
