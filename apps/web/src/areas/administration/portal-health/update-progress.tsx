import { Alert, Button, Loader, Progress, Stack, Text } from '@mantine/core';
import { UPDATE_STEPS } from '@snimok/contract/administration/portal-updates';
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useConnectionLost } from '../../../shared/connection/connection.ts';
import { reloadIfReachable } from '../../../shared/navigation/new-version.ts';
import type { Health } from './queries.ts';

type Update = Health['update'];

const STEPS = Object.keys(UPDATE_STEPS);

/** What a running update does; while the portal restarts, this page has no connection. */
export function RunningUpdate({
  step,
  target,
}: {
  step: NonNullable<Update['step']>;
  target: string | null;
}) {
  const isLost = useConnectionLost();
  const number = STEPS.indexOf(step) + 1;
  const shown = isLost || step === 'switching';
  return (
    <Alert
      color="blue"
      role="status"
      icon={<Loader size={18} aria-hidden />}
      title={target === null ? 'Идёт обновление' : `Идёт обновление до версии ${target}`}
    >
      <Stack gap="xs">
        <Text size="sm">
          {shown ? (
            'Портал перезапускается. Это занимает несколько секунд, страница дождётся его сама.'
          ) : (
            <>
              Шаг {number} из {STEPS.length}. {UPDATE_STEPS[step]}.
            </>
          )}
        </Text>
        <Progress value={(100 * number) / STEPS.length} aria-hidden />
        <Text size="sm" c="dimmed">
          Страницу можно закрыть: сервер закончит без неё.
        </Text>
      </Stack>
    </Alert>
  );
}

/** The result of an update: of one that this page has seen running, or of one that ended before the page was opened. */
export const UpdateResult = ({ result }: { result: NonNullable<Update['result']> }) => {
  const isDone = result.outcome === 'done';
  return (
    <Alert
      color={isDone ? 'green' : 'red'}
      role="status"
      icon={isDone ? <IconCircleCheck /> : <IconAlertCircle />}
    >
      {result.sentence}
    </Alert>
  );
};

/** The pages of this tab still belong to the version that was installed when they were opened. */
export function ReloadNotice({ installed }: { installed: string | null }) {
  const [opened] = useState(installed);
  if (installed === null || installed === opened) return null;
  return (
    <Alert
      color="green"
      role="status"
      icon={<IconCircleCheck />}
      title={`Портал работает в версии ${installed}`}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">Обновите страницу, чтобы и она стала новой.</Text>
        <Button size="sm" onClick={() => void reloadIfReachable()}>
          Обновить страницу
        </Button>
      </Stack>
    </Alert>
  );
}
