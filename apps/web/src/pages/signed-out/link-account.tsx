import { Button, Stack, Text } from '@mantine/core';
import type { SignedIn } from '@snimok/contract/people/auth';
import { useState } from 'react';
import type { z } from 'zod';
import { checkPassword } from '../../areas/people/accounts/checks.ts';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { FormNotice } from '../../areas/people/accounts/form-notice.tsx';
import { PasswordField } from '../../areas/people/accounts/password-field.tsx';
import { PathLink } from '../../areas/people/accounts/path-link.tsx';
import { secondStepReason, signInReason } from '../../areas/people/accounts/reasons.ts';
import { signInWith } from '../../areas/people/accounts/sign-in.ts';
import { useForm } from '../../areas/people/accounts/use-form.ts';
import { linkSSO } from '../../areas/people/second-factors/calls.ts';
import { call, CallProblem } from '../../shared/calls/call.ts';
import SecondStepPage, { type SecondStep } from './second-step-page.tsx';

interface LinkAccountProps {
  email: string;
  onSignedIn: (answer: z.output<typeof SignedIn>) => Promise<void>;
  /** returns to the sign-in page, with a sentence if the sign-in must begin again */
  onBack: (sentence?: string) => void;
}

/**
 * Shown before the first sign-in through the provider to an account that exists: asks for its password, and for its
 * second factor if it has one.
 */
export function LinkAccount({ email, onSignedIn, onBack }: LinkAccountProps) {
  const [step, setStep] = useState<SecondStep>();
  const [sentence, setSentence] = useState<string>();
  const link = async (signedIn: z.output<typeof SignedIn>) => {
    // such a session opens one screen, after which the account can be linked at the next sign-in
    if (signedIn.password_is_temporary || signedIn.second_factor_required) return onSignedIn(signedIn);
    try {
      await onSignedIn(await call(linkSSO));
    } catch (reason) {
      onBack(secondStepReason(reason));
    }
  };
  const { field, pending, alert, onSubmit } = useForm({
    initial: { password: '' },
    check: ({ password }) => ({ password: checkPassword(password) }),
    submit: async ({ password }) => {
      const answer = await signInWith(email, password).catch((reason) => {
        if (!(reason instanceof CallProblem) || reason.error !== 'mfa_required') throw reason;
        setStep(reason.body as SecondStep);
      });
      if (answer) await link(answer);
    },
    explain: signInReason,
  });
  const onPasswordAgain = (reason?: string) => {
    setSentence(reason);
    setStep(undefined);
  };
  if (step) return <SecondStepPage step={step} onSignedIn={link} onBack={onPasswordAgain} />;
  return (
    <Entrance
      title="Подтвердите паролем"
      hint="Учётная запись с вашим e-mail уже есть в портале. Введите её пароль: это нужно один раз."
    >
      <FormNotice alert={alert ?? sentence} />
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <Text>
            E-mail: <b>{email}</b>
          </Text>
          <PasswordField
            label="Пароль портала"
            size="md"
            autoComplete="current-password"
            autoFocus
            {...field('password')}
          />
          <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
            Подтвердить
          </Button>
          <Text size="sm" c="dimmed">
            Не помните пароль? Администратор центра может разрешить вход без него.
          </Text>
          <PathLink to="/">На страницу входа</PathLink>
        </Stack>
      </form>
    </Entrance>
  );
}
