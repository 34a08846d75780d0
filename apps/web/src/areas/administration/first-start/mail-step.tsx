import { Button, Stack, Text } from '@mantine/core';
import { sendFirstLetter } from '@snimok/contract/administration/first-start';
import { useState } from 'react';
import { call } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { FormNotice } from '../../people/accounts/form-notice.tsx';
import { useForm } from '../../people/accounts/use-form.ts';
import { MailFields } from '../portal-settings/mail-fields.tsx';
import { checkMailServer, mailSettingsOf, noMailServer } from '../portal-settings/mail-server.ts';
import { SkipButton } from './skip-button.tsx';
import type { StepProps } from './step-props.ts';
import { useAnswer } from './use-answer.ts';

/** The mail server, with a letter to the administrator that shows whether it works. */
export function MailStep({ token, state, onAnswered }: StepProps) {
  const { answer, skip, isSkipping, failure } = useAnswer({ token, onAnswered }, 'mail');
  const [isSending, setSending] = useState(false);
  const [sent, setSent] = useState<string>();
  const [refused, setRefused] = useState<string>();
  const { values, field, pending, alert, onSubmit } = useForm({
    initial: noMailServer,
    check: checkMailServer,
    submit: (server) => answer(mailSettingsOf(server)),
    explain: (reason) => explain(reason),
  });
  const isComplete = Object.values(checkMailServer(values)).every((error) => error === undefined);
  const test = async () => {
    setSending(true);
    setSent(undefined);
    setRefused(undefined);
    await call(sendFirstLetter, { body: { token, settings: mailSettingsOf(values) } }).then(
      () => setSent(`Пробное письмо отправлено на ${state.email}. Проверьте, что оно пришло.`),
      (reason) => setRefused(explain(reason)),
    );
    setSending(false);
  };
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert ?? refused ?? failure} success={sent} />
      <Stack gap="md">
        <MailFields field={field} />
        <Button
          variant="default"
          size="md"
          fullWidth
          loading={isSending}
          disabled={!isComplete || isSending}
          onClick={() => void test()}
        >
          Отправить пробное письмо
        </Button>
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Далее
        </Button>
        <SkipButton pending={isSkipping} onSkip={skip} />
        <Text size="sm" c="dimmed">
          Без почты письма складываются в файлы на сервере и никому не уходят.
        </Text>
      </Stack>
    </form>
  );
}
