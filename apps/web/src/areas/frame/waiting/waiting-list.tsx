import { Button, Group, Stack, Text } from '@mantine/core';
import { useConnectionLost } from '../../../shared/connection/connection.ts';
import { formatMoment } from '../../../shared/dates/dates.ts';
import type { WaitingRequest } from '../../../shared/waiting/waiting-queue.ts';
import { waitingQueue } from '../../../shared/waiting/user-queue.ts';
import classes from './waiting-list.module.css';

interface WaitingListProps {
  requests: WaitingRequest[];
  onClose: () => void;
}

/** What waits, since when, and what has failed, with the reason. */
export const WaitingList = ({ requests, onClose }: WaitingListProps) => (
  <Stack gap="md">
    <Text c="dimmed">
      {requests.length === 0
        ? 'Всё отправлено.'
        : 'Действия выполнятся сами, когда появится связь. Страницу можно закрыть. После выхода из кабинета они не выполнятся.'}
    </Text>
    <ul className={classes.list} aria-label="Неотправленные действия">
      {requests.map((request) => (
        <Row key={request.uuid} request={request} />
      ))}
    </ul>
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Закрыть
      </Button>
    </Group>
  </Stack>
);

function Row({ request }: { request: WaitingRequest }) {
  const { uuid, since, state, problem } = request;
  const failed = state === 'failed';
  const title = waitingQueue.titleOf(request);
  return (
    <li className={classes.row}>
      <div className={classes.title}>{title}</div>
      <Text size="sm" c="dimmed">
        {failed ? 'Не выполнено' : 'Ждёт связи'}, с {formatMoment(since)}
      </Text>
      {failed && (
        <Text size="sm" c="var(--mantine-color-error)">
          {problem ?? 'Неизвестно, выполнено ли действие.'}
        </Text>
      )}
      <Group gap="xs" mt={8}>
        <TryNow request={request} label={title} />
        <Button
          variant="subtle"
          color="gray"
          size="compact-md"
          aria-label={`Отменить: ${title}`}
          onClick={() => waitingQueue.discard(uuid)}
        >
          Отменить
        </Button>
      </Group>
    </li>
  );
}

function TryNow({ request: { uuid, state }, label }: { request: WaitingRequest; label: string }) {
  const lost = useConnectionLost();
  return (
    <Button
      variant="light"
      size="compact-md"
      aria-label={`Отправить сейчас: ${label}`}
      loading={state === 'sending' && !lost}
      onClick={() => waitingQueue.retry(uuid)}
    >
      Отправить сейчас
    </Button>
  );
}
