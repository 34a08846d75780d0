import { Button, Group, Stack } from '@mantine/core';
import { IconCloudDownload, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { type Health, useCancelUpdate, useLookForUpdates } from './queries.ts';
import { UpdateDialog } from './update-dialog.tsx';
import { ReloadNotice, RunningUpdate, UpdateResult } from './update-progress.tsx';

interface UpdateActionsProps {
  update: Health['update'];
  /** the time zone of the centre */
  timeZone: string;
  /** what the line says already */
  summary: string;
}

/** The buttons of the line about updates, and what a running update does. */
export function UpdateActions({ update, timeZone, summary }: UpdateActionsProps) {
  const { installed, offered, canUpdate, canLook, dueAt, nightAt, step, target, result } = update;
  const [isAsking, setAsking] = useState(false);
  const look = useLookForUpdates();
  const cancel = useCancelUpdate();
  return (
    <Stack gap="sm" mt="xs" align="stretch">
      <ReloadNotice installed={installed} />
      {step !== null && <RunningUpdate step={step} target={target} />}
      {result && !summary.includes(result.sentence) && <UpdateResult result={result} />}
      <FailureAlert reason={look.error ?? cancel.error} withIcon />
      {(canUpdate || canLook || dueAt !== null) && (
        <Group gap="sm">
          {canUpdate && (
            <Button
              leftSection={<IconCloudDownload size={18} stroke={1.8} />}
              onClick={() => setAsking(true)}
            >
              Обновить сейчас
            </Button>
          )}
          {dueAt !== null && (
            <Button
              variant="default"
              loading={cancel.isPending}
              disabled={cancel.isPending}
              onClick={() => cancel.mutate()}
            >
              Отменить обновление
            </Button>
          )}
          {canLook && (
            <Button
              variant="default"
              leftSection={<IconRefresh size={18} stroke={1.8} />}
              loading={look.isPending}
              disabled={look.isPending}
              onClick={() => look.mutate()}
            >
              Проверить обновления
            </Button>
          )}
        </Group>
      )}
      {offered !== null && (
        <UpdateDialog
          version={offered}
          nightAt={nightAt}
          timeZone={timeZone}
          opened={isAsking && canUpdate}
          onClose={() => setAsking(false)}
        />
      )}
    </Stack>
  );
}
