import { Button, Stack } from '@mantine/core';
import type { SignedIn } from '@snimok/contract/people/auth';
import { lazy, Suspense, useState } from 'react';
import type { z } from 'zod';
import { checkEmail, checkPassword } from '../../areas/people/accounts/checks.ts';
import { EmailField } from '../../areas/people/accounts/email-field.tsx';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { FormNotice } from '../../areas/people/accounts/form-notice.tsx';
import { PasswordField } from '../../areas/people/accounts/password-field.tsx';
import { PathLink } from '../../areas/people/accounts/path-link.tsx';
import { signInReason } from '../../areas/people/accounts/reasons.ts';
import { signInWith } from '../../areas/people/accounts/sign-in.ts';
import { useForm } from '../../areas/people/accounts/use-form.ts';
import { CallProblem } from '../../shared/calls/call.ts';
import { endOfSession } from '../../shared/session/session.ts';
import type { SecondStep } from './second-step-page.tsx';

/** Not loaded at once, because most sign-ins end with the password. */
const SecondStepPage = lazy(() => import('./second-step-page.tsx'));
/** The form for the password does not wait for it. */
const OtherSignIns = lazy(() => import('../../areas/people/second-factors/other-sign-ins.tsx'));

/** Loaded only by a public demonstration. */
const DemoEntrance = lazy(() => import('../../areas/administration/public-demo/demo-entrance.tsx'));

/** Loaded only after a session that the user has not ended herself. */
const SessionEnded = lazy(() => import('../../areas/people/accounts/session-ended.tsx'));

interface SignInPageProps {
  onSignedIn: (answer: z.output<typeof SignedIn>) => Promise<void>;
  /** what surrounds the forms */
  Frame?: typeof Entrance;
  email?: string;
  /** the way through another site opens a new tab */
  keepsPage?: boolean;
}

export function SignInPage({ onSignedIn, Frame = Entrance, email = '', keepsPage = false }: SignInPageProps) {
  const [step, setStep] = useState<SecondStep>();
  const [sentence, setSentence] = useState<string>();
  if (!step)
    return (
      <PasswordStep
        onSignedIn={onSignedIn}
        Frame={Frame}
        email={email}
        keepsPage={keepsPage}
        sentence={sentence}
        onMFARequired={setStep}
      />
    );
  const onBack = (reason?: string) => {
    setSentence(reason);
    setStep(undefined);
  };
  return (
    <Suspense>
      <SecondStepPage step={step} onSignedIn={onSignedIn} Frame={Frame} onBack={onBack} />
    </Suspense>
  );
}

interface PasswordStepProps extends Required<SignInPageProps> {
  /** why the password is needed again */
  sentence: string | undefined;
  onMFARequired: (step: SecondStep) => void;
}

function PasswordStep({
  onSignedIn,
  Frame,
  email: knownEmail,
  keepsPage,
  sentence,
  onMFARequired,
}: PasswordStepProps) {
  const [ended] = useState(endOfSession);
  const [otherFailure, setOtherFailure] = useState<string>();
  const { field, pending, alert, onSubmit } = useForm({
    initial: { email: knownEmail, password: '' },
    check: ({ email, password }) => ({
      email: checkEmail(email),
      password: checkPassword(password),
    }),
    submit: async ({ email, password }) => {
      setOtherFailure(undefined);
      const answer = await signInWith(email, password).catch((reason) => {
        if (!(reason instanceof CallProblem) || reason.error !== 'mfa_required') throw reason;
        onMFARequired(reason.body as SecondStep);
      });
      if (answer) await onSignedIn(answer);
    },
    explain: signInReason,
  });

  return (
    <Frame title="Вход в личный кабинет">
      {/* the form appears together with the notice above it, so that nothing moves */}
      <Suspense>
        {ended && <SessionEnded reason={ended} />}
        <FormNotice alert={alert ?? otherFailure ?? sentence} />
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <EmailField {...field('email')} />
            <PasswordField
              label="Пароль"
              size="md"
              autoComplete="current-password"
              autoFocus={knownEmail !== ''}
              {...field('password')}
            />
            <Button type="submit" size="md" fullWidth loading={pending} disabled={pending}>
              Войти
            </Button>
            {!keepsPage && <PathLink to="/forgot-password">Забыли пароль?</PathLink>}
          </Stack>
        </form>
      </Suspense>
      <Suspense>
        <OtherSignIns
          onSignedIn={onSignedIn}
          keepsPage={keepsPage}
          onFailure={setOtherFailure}
          Demo={DemoEntrance}
        />
      </Suspense>
    </Frame>
  );
}
