import { Alert, Button, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { SignedIn } from '@snimok/contract/auth';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { finishSSO } from '../../areas/second-factors/calls.ts';
import { Entrance } from '../../areas/account/entrance.tsx';
import { secondStepReason } from '../../areas/account/reasons.ts';
import { call } from '../../shared/call.ts';
import { PROVIDER_RETURN } from '../../shared/path.ts';

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

/** The identity provider has returned the browser. */
export default function SSOPage({ onSignedIn }: SSOPageProps) {
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    finish()
      .then((signedIn) => {
        history.replaceState(null, '', '/');
        return onSignedIn(signedIn);
      })
      .catch((reason: unknown) => setFailure(secondStepReason(reason)));
  }, [onSignedIn]);
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
