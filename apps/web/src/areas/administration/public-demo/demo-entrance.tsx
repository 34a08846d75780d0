import { Alert, Anchor, Button, Stack, Text } from '@mantine/core';
import type { handOutDemoStudy } from '@snimok/contract/administration/public-demo';
import type { SignedIn } from '@snimok/contract/people/auth';
import { IconFlask } from '@tabler/icons-react';
import { useState } from 'react';
import type { z } from 'zod';
import { call } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { makePIN } from '../../viewing/external-shares/pin.ts';
import { ENTER_AS, enter, type Role } from './roles.ts';

const handOut = { method: 'POST', url: '/demo/patient-link' } as typeof handOutDemoStudy;

interface DemoEntranceProps {
  endsAt: string;
  onSignedIn: (answer: z.output<typeof SignedIn>) => Promise<void>;
}

/** The ways into a public demonstration, below the form of the sign-in. */
export default function DemoEntrance({ endsAt, onSignedIn }: DemoEntranceProps) {
  const [pending, setPending] = useState<Role | 'patient'>();
  const [failure, setFailure] = useState<string>();
  const [link, setLink] = useState<{ shareURL: string; pin: string }>();
  const run = async (what: Role | 'patient', action: () => Promise<unknown>) => {
    setPending(what);
    setFailure(undefined);
    try {
      await action();
    } catch (reason) {
      setFailure(explain(reason));
    } finally {
      setPending(undefined);
    }
  };
  const openAsPatient = async () => {
    const pin = makePIN();
    setLink({ ...(await call(handOut, { body: { pin } })), pin });
  };
  return (
    <Alert icon={<IconFlask aria-hidden />} title="Это демонстрация" color="blue">
      <Stack gap="sm">
        <Text size="sm">
          Центр, врачи и пациенты вымышлены. Пробуйте всё: {formatMoment(endsAt)} данные вернутся к исходным.
          Снимки настоящих людей сюда не загружайте: их увидит каждый посетитель.
        </Text>
        {(['assistant', 'doctor'] as const).map((role) => (
          <Button
            key={role}
            size="md"
            fullWidth
            variant={role === 'assistant' ? 'filled' : 'default'}
            loading={pending === role}
            disabled={pending !== undefined}
            onClick={() => void run(role, async () => onSignedIn(await call(enter, { body: { role } })))}
          >
            {ENTER_AS[role]}
          </Button>
        ))}
        <Button
          size="md"
          fullWidth
          variant="default"
          loading={pending === 'patient'}
          disabled={pending !== undefined}
          onClick={() => void run('patient', openAsPatient)}
        >
          Получить ссылку пациента
        </Button>
        <div role="status">
          {failure && (
            <Text size="sm" c="var(--mantine-color-error)">
              {failure}
            </Text>
          )}
          {link && (
            <Text size="sm">
              <Anchor href={link.shareURL} target="_blank" rel="noreferrer">
                Открыть снимок
              </Anchor>{' '}
              с ПИН-кодом <b>{`${link.pin.slice(0, 3)} ${link.pin.slice(3)}`}</b>
            </Text>
          )}
        </div>
      </Stack>
    </Alert>
  );
}
