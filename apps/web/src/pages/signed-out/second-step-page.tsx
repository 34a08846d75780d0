import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import type { MFARequired, SignedIn } from '@snimok/contract/people/auth';
import { useState } from 'react';
import type { z } from 'zod';
import { completeSignIn } from '../../areas/people/accounts/calls.ts';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { FormNotice } from '../../areas/people/accounts/form-notice.tsx';
import { secondStepReason } from '../../areas/people/accounts/reasons.ts';
import { useForm } from '../../areas/people/accounts/use-form.ts';
import { checkCode, CodeField } from '../../areas/people/second-factors/code-field.tsx';
import { PasskeyStep } from '../../areas/people/second-factors/passkey-step.tsx';
import { call, CallProblem } from '../../shared/calls/call.ts';

export type SecondStep = Pick<z.output<typeof MFARequired>, 'mfa_token' | 'methods'>;

interface SecondStepPageProps {
  step: SecondStep;
  onSignedIn: (answer: z.output<typeof SignedIn>) => Promise<void>;
  /** what surrounds the form */
  Frame?: typeof Entrance;
  /** back to the password, with a sentence if it is needed again */
  onBack: (sentence?: string) => void;
}

const HINTS = {
  passkey: 'Подтвердите, что это вы: отпечатком, лицом, ПИН-кодом или ключом безопасности.',
  totp: 'Введите шестизначный код из приложения на телефоне.',
  recovery: 'Введите один из кодов восстановления, которые вы сохранили.',
};
type Method = keyof typeof HINTS;
/** The most convenient one is the first. */
const METHODS = Object.keys(HINTS) as Method[];
const CHOICES = {
  passkey: 'Подтвердить ключом доступа',
  totp: 'Ввести код из приложения',
  recovery: 'Ввести код восстановления',
};

/** Asks for the second factor after the right password. */
export default function SecondStepPage({ step, onSignedIn, Frame = Entrance, onBack }: SecondStepPageProps) {
  const { mfa_token } = step;
  const methods = METHODS.filter((each) => step.methods.includes(each));
  const [method, setMethod] = useState(methods[0] ?? 'totp');
  const onRefused = (reason: unknown) => {
    // the token has ended
    if (!(reason instanceof CallProblem) || reason.status !== 409) throw reason;
    onBack(reason.error);
  };
  return (
    <Frame title="Подтвердите вход" hint={HINTS[method]}>
      {method === 'passkey' ? (
        <PasskeyStep mfa_token={mfa_token} onSignedIn={onSignedIn} onRefused={onRefused} />
      ) : (
        <CodeForm
          key={method}
          mfa_token={mfa_token}
          method={method}
          onSignedIn={onSignedIn}
          onRefused={onRefused}
        />
      )}
      <Stack gap={4} mt="md" align="flex-start">
        {methods
          .filter((each) => each !== method)
          .map((each) => (
            <Anchor key={each} component="button" type="button" py={10} onClick={() => setMethod(each)}>
              {CHOICES[each]}
            </Anchor>
          ))}
        <Anchor component="button" type="button" py={10} onClick={() => onBack()}>
          Назад
        </Anchor>
      </Stack>
    </Frame>
  );
}

interface CodeFormProps extends Pick<SecondStepPageProps, 'onSignedIn'> {
  mfa_token: string;
  method: 'totp' | 'recovery';
  /** goes back if the token has ended; throws other reasons again */
  onRefused: (reason: unknown) => void;
}

function CodeForm({ mfa_token, method, onSignedIn, onRefused }: CodeFormProps) {
  const { field, pending, alert, onSubmit } = useForm({
    initial: { code: '' },
    check: ({ code }) => ({
      code: method === 'totp' ? checkCode(code) : code.trim() === '' ? 'Введите код' : undefined,
    }),
    submit: async ({ code }) => {
      const answer = await call(completeSignIn, { body: { mfa_token, method, code } }).catch(onRefused);
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
