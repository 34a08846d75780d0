import { Button, Group, Stack, Text } from '@mantine/core';
import { counted } from '@snimok/api-client/format-numbers';
import { Dialog } from '../../../shared/dialogs/dialog.tsx';
import type { WaitingRequest } from '../../../shared/waiting/waiting-queue.ts';
import { waitingQueue } from '../../../shared/waiting/user-queue.ts';

interface LeaveQuestionProps {
  opened: boolean;
  requests: WaitingRequest[];
  onAnswer: (leaves: boolean) => void;
}

/** Asked at the sign-out while actions wait: it removes them from this computer. */
export const LeaveQuestion = ({ opened, requests, onAnswer }: LeaveQuestionProps) => (
  <Dialog title="Выйти и отменить действия?" opened={opened} onClose={() => onAnswer(false)}>
    <Stack gap="md">
      <Text>
        Ещё не выполнено: {counted(requests.length, 'действие', 'действия', 'действий')}. После выхода они не
        выполнятся.
      </Text>
      <ul>
        {requests.map((request) => (
          <li key={request.uuid}>{waitingQueue.titleOf(request)}</li>
        ))}
      </ul>
      <Group gap="xs" justify="flex-end">
        <Button variant="default" onClick={() => onAnswer(true)}>
          Выйти и отменить
        </Button>
        <Button data-autofocus onClick={() => onAnswer(false)}>
          Остаться
        </Button>
      </Group>
    </Stack>
  </Dialog>
);
