import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import type { MFARequired, SignedIn } from '@snimok/contract/auth';
import { useState } from 'react';
import type { z } from 'zod';
import { completeSignIn } from '../../areas/account/calls.ts';
import { Entrance } from '../../areas/account/entrance.tsx';
import { FormNotice } from '../../areas/account/form-notice.tsx';
import { secondStepReason } from '../../areas/account/reasons.ts';
import { useForm } from '../../areas/account/use-form.ts';
import { checkCode, CodeField } from '../../areas/second-factors/code-field.tsx';
import { call, CallProblem } from '../../shared/call.ts';

export type SecondStep = Pick<z.output<typeof MFARequired>, 'mfa_token' | 'methods'>;

interface SecondStepPageProps {
  step: SecondStep;
  onSignedIn: (answer: z.output<typeof SignedIn>) => Promise<void>;
  /** back to the password, with a sentence if it is needed again */
  onBack: (sentence?: string) => void;
}

const HINTS = {
  totp: 'Введите шестизначный код из приложения на телефоне.',
  recovery: 'Введите один из кодов восстановления, которые вы сохранили.',
};

/** After the right password: asks for the second factor. */
export default function SecondStepPage({ step, onSignedIn, onBack }: SecondStepPageProps) {
  const { mfa_token, methods } = step;
  const [method, setMethod] = useState(methods[0] ?? 'totp');
  const other = methods.find((each) => each !== method);
  return (
    <Entrance title="Подтвердите вход" hint={HINTS[method]}>
      <CodeForm key={method} {...{ mfa_token, method, onSignedIn, onBack }} />
      <Stack gap={4} mt="md" align="flex-start">
        {other && (
          <Anchor component="button" type="button" py={10} onClick={() => setMethod(other)}>
            {other === 'recovery' ? 'Ввести код восстановления' : 'Ввести код из приложения'}
          </Anchor>
        )}
        <Anchor component="button" type="button" py={10} onClick={() => onBack()}>
          Назад
        </Anchor>
      </Stack>
    </Entrance>
  );
}

interface CodeFormProps extends Pick<SecondStepPageProps, 'onSignedIn' | 'onBack'> {
  mfa_token: string;
  method: SecondStep['methods'][number];
}

function CodeForm({ mfa_token, method, onSignedIn, onBack }: CodeFormProps) {
  const { field, pending, alert, onSubmit } = useForm({
    initial: { code: '' },
    check: ({ code }) => ({
      code: method === 'totp' ? checkCode(code) : code.trim() === '' ? 'Введите код' : undefined,
    }),
    submit: async ({ code }) => {
      const answer = await call(completeSignIn, { body: { mfa_token, method, code } }).catch((reason) => {
        // the token has ended
        if (!(reason instanceof CallProblem) || reason.status !== 409) throw reason;
        onBack(reason.error);
      });
      if (answer) await onSignedIn(answer);
    },
    explain: secondStepReason,
  });
  return (
    <form onSubmit={onSubmit} noValidate>
      <FormNotice alert={alert} />
      <Stack gap="md">
        {method === 'totp' ? (
          <CodeField autoFocus {...field('code')} />
        ) : (
          <TextInput
            label="Код восстановления"
            placeholder="xxxx-xxxx-xxxx-xxxx"
            autoComplete="off"
            autoCapitalize="none"
            size="md"
            autoFocus
            {...field('code')}
          />
        )}
        <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
          Войти
        </Button>
      </Stack>
    </form>
  );
}
