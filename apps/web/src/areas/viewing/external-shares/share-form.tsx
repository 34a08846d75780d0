import { Alert, Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { counted } from '@snimok/api-client/format-numbers';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { focusFirstError } from '../../../shared/dialogs/focus-first-error.ts';
import { digitsOf, groupedPIN } from '../../../shared/codes/grouped-pin.ts';
import { sentences } from '../../../shared/calls/sentences.ts';
import { PendingNotice } from '../../../shared/dialogs/pending-notice.tsx';
import { useNotice } from '../../../shared/codes/use-notice.ts';
import { useRequestUUID } from '../../../shared/calls/use-request-uuid.ts';
import { useSingleFlight } from '../../../shared/calls/use-single-flight.ts';
import { checkEmail } from '../../people/accounts/checks.ts';
import { FLAG_LABELS } from './labels.ts';
import { checkPIN, makePIN } from './pin.ts';
import { type Flag, type Scope, sharesQuery, useShareStudy } from './queries.ts';
import { type SentPIN, SentPINNotice } from './sent-pin.tsx';
import classes from './share-form.module.css';

interface Values {
  email: string;
  flags: Flag[];
  showMarks: boolean;
  withPIN: boolean;
  pin: string;
  /** empty for the longest term */
  days: string;
}

/** A doctor's link goes to an address that the centre does not know, so a PIN is proposed. */
const newValues = ({ side }: Scope): Values => ({
  email: '',
  flags: ['download'],
  showMarks: false,
  withPIN: side === 'doctor',
  pin: makePIN(),
  days: '',
});

export interface ShareFormProps {
  scope: Scope;
  /** whether shares may include online viewing */
  viewerEnabled: boolean;
  /** whether the online viewer can show them */
  annotationsEnabled: boolean;
  /** the address of the first recipient */
  email?: string;
  onClose: () => void;
}

/** Sends a new link by letter. The form stays open, for further recipients. */
export function ShareForm({ email: firstEmail = '', onClose, ...of }: ShareFormProps) {
  const { scope } = of;
  const share = useShareStudy(scope);
  const uuidOf = useRequestUUID();
  const runSingle = useSingleFlight();
  const notice = useNotice();
  const [sentPIN, setSentPIN] = useState<SentPIN>();
  const form = useForm<Values>({
    initialValues: { ...newValues(scope), email: firstEmail },
    validate: {
      email: (email) => checkEmail(email) ?? null,
      flags: (flags) => (flags.length === 0 ? 'Выберите хотя бы одну кнопку' : null),
      pin: (pin, { withPIN }) => (withPIN ? checkPIN(pin) : null),
    },
  });
  const { withPIN } = form.values;

  const reset = () => {
    setSentPIN(undefined);
    form.setInitialValues(newValues(scope));
    form.reset();
  };
  const send = async ({ email, flags, showMarks, pin, days }: Values) => {
    const address = email.trim();
    const body = {
      email: address,
      flags,
      showMarks: showMarks && flags.includes('remote-viewer'),
      pin: withPIN ? pin : null,
      ...(days && { days: Number(days) }),
    };
    // the same values mean a second link only after the first was sent; until then they repeat the first request
    await share.mutateAsync({ ...body, shareUUID: uuidOf({ ...body, after: share.data?.shareUUID }) });
    notice.show();
    if (withPIN) setSentPIN({ email: address, pin });
    else reset();
  };
  const submit = form.onSubmit((values) => runSingle(() => send(values)));

  return (
    <div className={classes.layers}>
      <form
        noValidate
        // the dialog closes without a question if no unsent input is left
        data-state={form.isDirty() ? undefined : 'done'}
        inert={sentPIN !== undefined}
        className={sentPIN && classes.covered}
        onSubmit={(event) => {
          submit(event);
          focusFirstError(event.currentTarget);
        }}
      >
        <Stack gap="md">
          <ShareFields form={form} {...of} />
          <Group gap="xs" justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Закрыть
            </Button>
            <Button type="submit" disabled={share.isPending}>
              Отправить ссылку
            </Button>
          </Group>
        </Stack>
      </form>
      {sentPIN && <SentPINNotice {...sentPIN} onNoted={reset} />}
      {/* below the buttons, which therefore do not move when a notice appears or disappears */}
      <div className={classes.notices}>
        {share.isPending && <PendingNotice />}
        <FailureAlert reason={share.error} specified={sentences.common.later} withIcon />
        {notice.shown && (
          <Alert role="status" color="green" icon={<IconCircleCheck />} {...notice.hoverHandlers}>
            На указанный адрес придёт письмо с анонимной ссылкой и выбранными кнопками.
          </Alert>
        )}
      </div>
    </div>
  );
}

const RECIPIENT = {
  assistant:
    'Врач, которому нужна консультация, или представитель пациента. Письмо придёт только на этот адрес: клиент его не получит.',
  doctor: 'Коллега или лаборатория. Исследование откроется по ссылке, без регистрации.',
};

interface ShareFieldsProps extends Omit<ShareFormProps, 'email' | 'onClose'> {
  form: UseFormReturnType<Values>;
}

const ShareFields = ({ form, scope, viewerEnabled, annotationsEnabled }: ShareFieldsProps) => (
  <>
    <TextInput
      label="E-mail получателя"
      description={RECIPIENT[scope.side]}
      type="email"
      autoComplete="off"
      data-autofocus
      {...form.getInputProps('email')}
    />
    <Checkbox.Group label="Кнопки на странице исследования" {...form.getInputProps('flags')}>
      <Group mt={4} gap="lg">
        <Checkbox value="download" label={FLAG_LABELS.download} disabled={!viewerEnabled} />
        {viewerEnabled && <Checkbox value="remote-viewer" label={FLAG_LABELS['remote-viewer']} />}
      </Group>
    </Checkbox.Group>
    {viewerEnabled && annotationsEnabled && (
      // disabled instead of hidden, because the buttons below would move under the pointer
      <Checkbox
        label="Показывать разметку"
        description="Измерения и подписи из онлайн-просмотра, с именами авторов"
        disabled={!form.values.flags.includes('remote-viewer')}
        {...form.getInputProps('showMarks', { type: 'checkbox' })}
      />
    )}
    <Checkbox
      label="Защитить ПИН-кодом"
      description="Код сообщите получателю сами, например по телефону: в письме его нет"
      {...form.getInputProps('withPIN', { type: 'checkbox' })}
    />
    {form.values.withPIN && (
      <TextInput
        label="ПИН-код"
        inputMode="numeric"
        autoComplete="off"
        // eight digits and the space
        maxLength={9}
        maw={180}
        {...form.getInputProps('pin')}
        value={groupedPIN(form.values.pin)}
        onChange={({ currentTarget }) => form.setFieldValue('pin', digitsOf(currentTarget.value))}
      />
    )}
    {scope.side === 'doctor' && <Term form={form} scope={scope} />}
  </>
);

const SHORTER_TERMS = [3, 7, 14, 30, 90];

const daysText = (days: number) => counted(days, 'день', 'дня', 'дней');

function Term({ form, scope }: Pick<ShareFieldsProps, 'form' | 'scope'>) {
  const longest = useQuery(sharesQuery(scope)).data?.longestDays ?? 0;
  const terms = SHORTER_TERMS.filter((days) => days < longest);
  return (
    <NativeSelect
      label="Срок"
      maw={180}
      data={[
        ...terms.map((days) => ({ value: String(days), label: daysText(days) })),
        { value: '', label: longest > 0 ? daysText(longest) : 'Наибольший' },
      ]}
      {...form.getInputProps('days')}
    />
  );
}
