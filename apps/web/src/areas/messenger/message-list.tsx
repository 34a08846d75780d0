import { Button, Loader, Text } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatDayInWords } from '../../shared/dates.ts';
import { Bubble, UnsentBubble } from './bubble.tsx';
import classes from './message-list.module.css';
import type { Outbox, UnsentMessage } from './outbox.ts';
import { fetchOlder } from './queries.ts';
import type { DialogApi } from './dialog-api.ts';
import type { Thread, ThreadMessage } from './thread.ts';
import { useOnVisible } from './use-on-visible.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

interface MessageListProps {
  api: DialogApi;
  thread: Thread;
  unsent: UnsentMessage[];
  outbox: Outbox;
}

/** A dialog day by day, oldest first; older ones come while one scrolls up. */
export function MessageList({ api, thread, unsent, outbox }: MessageListProps) {
  const { messages, isComplete: whole } = thread;
  const client = useQueryClient();
  const older = useMutation({ mutationFn: () => fetchOlder(client, api) });
  const top = useOnVisible<HTMLDivElement>(() => {
    if (older.status !== 'pending' && older.status !== 'error') older.mutate();
  }, messages.length);
  const { box, onScroll, behind, toEnd } = useScrollAnchor({
    rows: messages.length + unsent.length,
    arrived: nameOf(messages.at(-1)),
    waiting: unsent.at(-1)?.messageUUID,
  });

  return (
    <div className={classes.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
      <div
        ref={box}
        className={classes.box}
        onScroll={onScroll}
        tabIndex={0}
        role="region"
        data-scroll
        aria-label="Сообщения"
      >
        <div className={classes.content}>
          {!whole && (
            <div ref={top} className={classes.top}>
              {older.isError ? (
                <Button size="compact-sm" variant="light" onClick={() => older.mutate()}>
                  Не удалось загрузить. Повторить
                </Button>
              ) : (
                <Loader size="sm" aria-label="Загружаются прежние сообщения" />
              )}
            </div>
          )}
          {messages.length + unsent.length === 0 && (
            <Text c="dimmed" ta="center" my="auto">
              Сообщений пока нет
            </Text>
          )}
          {byDay(messages).map(([day, ofDay]) => (
            <section key={day} aria-label={day}>
              <h3 className={classes.day}>
                <span>{day}</span>
              </h3>
              <ol className={classes.messages}>
                {ofDay.map((message) => (
                  <Bubble
                    key={message.messageID}
                    message={message}
                    own={message.isAnswer === api.sendsAnswers}
                  />
                ))}
              </ol>
            </section>
          ))}
          {unsent.length > 0 && (
            <ol className={classes.messages} aria-label="Неотправленные сообщения">
              {unsent.map((message) => (
                <UnsentBubble
                  key={message.messageUUID}
                  message={message}
                  onRetry={() => outbox.retry(message)}
                  onDrop={() => outbox.discard(message.messageUUID)}
                />
              ))}
            </ol>
          )}
        </div>
      </div>
      {behind && (
        <Button
          className={classes.news}
          size="sm"
          radius="xl"
          leftSection={<IconArrowDown size={16} />}
          onClick={() => toEnd('smooth')}
        >
          Новые сообщения
        </Button>
      )}
    </div>
  );
}

/** A message keeps the name it was written under. */
const nameOf = (message: ThreadMessage | undefined) =>
  message && (message.messageUUID ?? String(message.messageID));

function byDay(messages: ThreadMessage[]): [day: string, messages: ThreadMessage[]][] {
  const days = new Map<string, ThreadMessage[]>();
  for (const message of messages) {
    const day = formatDayInWords(message.createdAt);
    const ofDay = days.get(day);
    if (ofDay) ofDay.push(message);
    else days.set(day, [message]);
  }
  return [...days];
}
