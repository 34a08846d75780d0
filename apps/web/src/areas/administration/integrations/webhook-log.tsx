import { Button, Code, Drawer, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatNumber } from '@snimok/api-client/format-numbers';
import { useState } from 'react';
import { formatMoment } from '../../../shared/dates/dates.ts';
import { FailureAlert } from '../../../shared/failures/failure-alert.tsx';
import { Failure } from '../../../shared/failures/failure.tsx';
import { StateBadge } from '../../../shared/ui/state-badge.tsx';
import { eventLabel, MESSAGE_STATES } from './labels.ts';
import { type Hook, type Message, messagesQuery, useRepeatMessage, useTestWebhook } from './queries.ts';
import { Loading } from '../../../shared/ui/loading.tsx';

interface WebhookLogProps {
  /** undefined while the log is closed */
  hook: Hook | undefined;
  onClose: () => void;
}

/** The messages of a webhook beside the page, each with what the receiver answered. */
export const WebhookLog = ({ hook, onClose }: WebhookLogProps) => (
  <Drawer
    title={hook ? `Журнал: ${hook.name}` : ''}
    position="right"
    size="min(520px, 100%)"
    opened={hook !== undefined}
    onClose={onClose}
    closeButtonProps={{ 'aria-label': 'Закрыть' }}
    styles={{ title: { fontWeight: 600, fontSize: 'var(--mantine-font-size-lg)' } }}
  >
    {hook && <Log hook={hook} />}
  </Drawer>
);

const PAGE = 30;

function Log({ hook: { webhookID } }: { hook: Hook }) {
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery(messagesQuery(webhookID, offset));
  const test = useTestWebhook(webhookID);
  const repeat = useRepeatMessage(webhookID);
  const failure = test.error ?? repeat.error;
  return (
    <Stack gap="md">
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Text c="dimmed" size="sm">
          Сообщения хранятся 30 дней. Непринятое портал повторяет около сорока часов.
        </Text>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate(undefined)}>
          Проверить
        </Button>
      </Group>
      <FailureAlert reason={failure} />
      {error && !data && <Failure reason={error} onRetry={refetch} />}
      {!data && !error && <Loading height={72} />}
      {data?.totalCount === 0 && <Text>Сообщений ещё не было. «Проверить» отправит получателю пробное.</Text>}
      <Stack component="ul" gap="md" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.messages.map((message) => (
          <Entry key={message.messageUUID} message={message} onRepeat={(uuid) => repeat.mutate(uuid)} />
        ))}
      </Stack>
      {data && data.totalCount > PAGE && (
        <Group justify="space-between">
          <Button variant="default" disabled={offset === 0} onClick={() => setOffset(offset - PAGE)}>
            Новее
          </Button>
          <Button
            variant="default"
            disabled={offset + PAGE >= data.totalCount}
            onClick={() => setOffset(offset + PAGE)}
          >
            Раньше
          </Button>
        </Group>
      )}
    </Stack>
  );
}

interface EntryProps {
  message: Message;
  onRepeat: (messageUUID: string) => void;
}

function Entry({ message, onRepeat }: EntryProps) {
  const { messageUUID, event, status, createdAt, answer, error } = message;
  return (
    <li style={{ borderTop: '1px solid var(--edge)', paddingTop: 12 }}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={500}>{eventLabel(event)}</Text>
        <StateBadge {...(status === 'waiting' && message.attempts > 0 ? REPEATED : MESSAGE_STATES[status])} />
      </Group>
      <Text size="sm" c="dimmed">
        {formatMoment(createdAt)}
        {attemptOf(message)}
      </Text>
      {error && <Text size="sm">{error}</Text>}
      {answer && (
        <details>
          <summary style={{ fontSize: 'var(--mantine-font-size-sm)', cursor: 'pointer' }}>
            Ответ получателя
          </summary>
          <Code block mt={6} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {answer}
          </Code>
        </details>
      )}
      {status !== 'waiting' && (
        <Button
          variant="subtle"
          size="compact-sm"
          mt={4}
          ml={-8}
          aria-label={`Повторить: ${eventLabel(event)}, ${formatMoment(createdAt)}`}
          onClick={() => onRepeat(messageUUID)}
        >
          Повторить
        </Button>
      )}
    </li>
  );
}

/** The state of a message that was not accepted so far and will be sent again. */
const REPEATED = { label: 'ждёт повтора', color: 'yellow' };

/** «, код 503, 120 мс, попыток: 2, повтор 23.11.2026, 10:30» */
const attemptOf = ({ attempts, answerStatus, durationMs, status, nextTryAt }: Message): string => {
  const facts = [
    answerStatus !== null && `код ${answerStatus}`,
    durationMs !== null && `${formatNumber(durationMs)} мс`,
    attempts > 1 && `попыток: ${attempts}`,
    status === 'waiting' && nextTryAt !== null && `повтор ${formatMoment(nextTryAt)}`,
  ].filter(Boolean);
  return facts.map((fact) => `, ${fact}`).join('');
};
