import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { SignedIn } from '@snimok/contract/people/auth';
import type { LinkRequired } from '@snimok/contract/people/single-sign-on';
import { useCallback, useEffect, useState } from 'react';
import type { z } from 'zod';
import { finishSSO } from '../../areas/people/second-factors/calls.ts';
import { Entrance } from '../../areas/people/accounts/entrance.tsx';
import { secondStepReason } from '../../areas/people/accounts/reasons.ts';
import { call, CallProblem } from '../../shared/calls/call.ts';
import { PROVIDER_RETURN } from '../../shared/navigation/path.ts';
import { LinkAccount } from './link-account.tsx';
import SecondStepPage, { type SecondStep } from './second-step-page.tsx';

interface SSOPageProps {
  onSignedIn: (answer: z.output<typeof SignedIn>) => Promise<void>;
}

/** Taken once, also if React runs the effect twice: a code is valid once. */
let answer: Promise<z.output<typeof SignedIn>> | undefined;

const finish = () => {
  if (answer) return answer;
  const query = location.search;
  // neither the history nor a copied address contains the code
  history.replaceState(null, '', PROVIDER_RETURN);
  answer = call(finishSSO, { body: { query } });
  return answer;
};

/** What the portal still asks for after the provider. */
type Question = { link: string } | { step: SecondStep };

const questionOf = (reason: unknown): Question | undefined => {
  if (!(reason instanceof CallProblem)) return undefined;
  if (reason.error === 'link_required') return { link: (reason.body as z.output<typeof LinkRequired>).email };
  return reason.error === 'mfa_required' ? { step: reason.body as SecondStep } : undefined;
};

/** The identity provider has returned the browser. */
export default function SSOPage({ onSignedIn }: SSOPageProps) {
  const [failure, setFailure] = useState<string>();
  const [question, setQuestion] = useState<Question>();
  const enter = useCallback(
    (signedIn: z.output<typeof SignedIn>) => {
      history.replaceState(null, '', '/');
      return onSignedIn(signedIn);
    },
    [onSignedIn],
  );
  useEffect(() => {
    finish()
      .then(enter)
      .catch((reason: unknown) => {
        setQuestion(questionOf(reason));
        setFailure(secondStepReason(reason));
      });
  }, [enter]);
  const onBack = (sentence?: string) => {
    if (sentence === undefined) return location.assign('/');
    setFailure(sentence);
    setQuestion(undefined);
  };
  if (question)
    return 'link' in question ? (
      <LinkAccount email={question.link} onSignedIn={enter} onBack={onBack} />
    ) : (
      <SecondStepPage step={question.step} onSignedIn={enter} onBack={onBack} />
    );
  return (
    <Entrance title="Вход в личный кабинет">
      {failure ? (
        <Stack gap="md">
          <Alert color="red" icon={<IconAlertCircle />}>
            {failure}
          </Alert>
          <Button component="a" href="/" size="md" fullWidth>
            На страницу входа
          </Button>
        </Stack>
      ) : (
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text>Завершаем вход…</Text>
        </Group>
      )}
    </Entrance>
  );
}
