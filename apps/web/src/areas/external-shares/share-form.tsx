import { Alert, Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureAlert } from '../../shared/ui/failure-alert.tsx';
import { focusFirstError } from '../../shared/focus-first-error.ts';
import { digitsOf, groupedPIN } from '../../shared/grouped-pin.ts';
import { sentences } from '../../shared/sentences.ts';
import { PendingNotice } from '../../shared/ui/pending-notice.tsx';
import { useNotice } from '../../shared/use-notice.ts';
import { useSingleFlight } from '../../shared/use-single-flight.ts';
import { checkEmail } from '../account/checks.ts';
import { FLAG_LABELS } from './labels.ts';
import { checkPIN, makePIN } from './pin.ts';
import { type Flag, useShareStudy } from './queries.ts';
import { type SentPIN, SentPINNotice } from './sent-pin.tsx';
import classes from './share-form.module.css';

interface Values {
  email: string;
  flags: Flag[];
  showMarks: boolean;
  withPIN: boolean;
  pin: string;
}

const newValues = (): Values => ({
  email: '',
  flags: ['download'],
  showMarks: false,
  withPIN: false,
  pin: makePIN(),
});

interface ShareFormProps {
  studyID: number;
  viewerEnabled: boolean;
  annotationsEnabled: boolean;
  onClose: () => void;
}

/** Sends a new link by letter. The form stays open, for further recipients. */
export function ShareForm({ studyID, viewerEnabled, annotationsEnabled, onClose }: ShareFormProps) {
  const share = useShareStudy(studyID);
  const runSingle = useSingleFlight();
  const notice = useNotice();
  const [sentPIN, setSentPIN] = useState<SentPIN>();
  const form = useForm<Values>({
    initialValues: newValues(),
    validate: {
      email: (email) => checkEmail(email) ?? null,
      flags: (flags) => (flags.length === 0 ? 'Выберите хотя бы одну кнопку' : null),
      pin: (pin, { withPIN }) => (withPIN ? checkPIN(pin) : null),
    },
  });
  const { withPIN } = form.values;

  const reset = () => {
    setSentPIN(undefined);
    form.setValues(newValues());
    form.resetDirty();
  };
  const send = async ({ email, flags, showMarks, pin }: Values) => {
    const address = email.trim();
    await share.mutateAsync({
      email: address,
      flags,
      showMarks: showMarks && flags.includes('remote-viewer'),
      pin: withPIN ? pin : null,
    });
    notice.show();
    if (withPIN) setSentPIN({ email: address, pin });
    else reset();
  };
  const submit = form.onSubmit((values) => runSingle(() => send(values)));

  return (
    <div className={classes.layers}>
      <form
        noValidate
        inert={sentPIN !== undefined}
        className={sentPIN && classes.covered}
        onSubmit={(event) => {
          submit(event);
          focusFirstError(event.currentTarget);
        }}
      >
        <Stack gap="md">
          <ShareFields form={form} viewerEnabled={viewerEnabled} annotationsEnabled={annotationsEnabled} />
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

interface ShareFieldsProps {
  form: UseFormReturnType<Values>;
  viewerEnabled: boolean;
  annotationsEnabled: boolean;
}

const ShareFields = ({ form, viewerEnabled, annotationsEnabled }: ShareFieldsProps) => (
  <>
    <TextInput
      label="E-mail получателя"
      description="Врач, которому нужна консультация, или представитель пациента. Письмо придёт только на этот адрес: клиент его не получит."
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
  </>
);
