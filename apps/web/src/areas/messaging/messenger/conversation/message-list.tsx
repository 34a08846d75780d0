import { Button, Loader, Text } from '@mantine/core';
import { IconArrowDown } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { formatDayInWords } from '../../../../shared/dates/dates.ts';
import { waitingQueue } from '../../../../shared/waiting/user-queue.ts';
import { Bubble, UnsentBubble } from './bubble.tsx';
import classes from './message-list.module.css';
import type { UnsentMessage } from '../messages/outbox.ts';
import { fetchOlder } from '../messages/queries.ts';
import type { DialogApi } from '../messages/dialog-api.ts';
import type { Thread, ThreadMessage } from '../messages/thread.ts';
import { useOnVisible } from './use-on-visible.ts';
import { useScrollAnchor } from './use-scroll-anchor.ts';

interface MessageListProps {
  api: DialogApi;
  thread: Thread;
  unsent: UnsentMessage[];
  /** the message to which the list scrolls */
  foundID: number | undefined;
}

/** The messages of a dialog by day, oldest first; older messages are loaded when the user scrolls up. */
export function MessageList({ api, thread, unsent, foundID }: MessageListProps) {
  const { messages, isComplete } = thread;
  const { box, onScroll, hasNewBelow, scrollToEnd } = useScrollAnchor({
    rows: messages.length + unsent.length,
    lastArrived: identityOf(messages.at(-1)),
    lastUnsent: unsent.at(-1)?.messageUUID,
  });
  useEffect(() => {
    if (foundID === undefined) return;
    box.current?.querySelector(`[data-message="${foundID}"]`)?.scrollIntoView({ block: 'center' });
  }, [box, foundID]);

  return (
    <div className={classes.frame}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable region must be reachable by keyboard */}
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
          {!isComplete && <OlderMessages api={api} loadedCount={messages.length} />}
          {messages.length + unsent.length === 0 && (
            <Text c="dimmed" ta="center" my="auto">
              Сообщений пока нет
            </Text>
          )}
          <Days api={api} messages={messages} foundID={foundID} />
          {unsent.length > 0 && <UnsentMessages messages={unsent} />}
        </div>
      </div>
      {hasNewBelow && (
        <Button
          className={classes.toEnd}
          size="sm"
          radius="xl"
          leftSection={<IconArrowDown size={16} />}
          onClick={() => scrollToEnd('smooth')}
        >
          Новые сообщения
        </Button>
      )}
    </div>
  );
}

/** Loads the next older messages when it becomes visible. */
function OlderMessages({ api, loadedCount }: { api: DialogApi; loadedCount: number }) {
  const client = useQueryClient();
  const older = useMutation({ mutationFn: () => fetchOlder(client, api) });
  const top = useOnVisible<HTMLDivElement>(() => {
    if (older.status !== 'pending' && older.status !== 'error') older.mutate();
  }, loadedCount);
  return (
    <div ref={top} className={classes.top}>
      {older.isError ? (
        <Button size="compact-sm" variant="light" onClick={() => older.mutate()}>
          Не удалось загрузить. Повторить
        </Button>
      ) : (
        <Loader size="sm" role="img" aria-label="Загружаются прежние сообщения" />
      )}
    </div>
  );
}

interface DaysProps {
  api: DialogApi;
  messages: ThreadMessage[];
  foundID: number | undefined;
}

const Days = ({ api, messages, foundID }: DaysProps) =>
  byDay(messages).map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h3 className={classes.day}>
        <span>{day}</span>
      </h3>
      <ol className={classes.messages}>
        {ofDay.map((message) => (
          <Bubble key={message.messageID} api={api} message={message} found={message.messageID === foundID} />
        ))}
      </ol>
    </section>
  ));

const UnsentMessages = ({ messages }: { messages: UnsentMessage[] }) => (
  <ol className={classes.messages} aria-label="Неотправленные сообщения">
    {messages.map((message) => (
      <UnsentBubble
        key={message.messageUUID}
        message={message}
        onRetry={() => waitingQueue.retry(message.messageUUID)}
        onDiscard={() => waitingQueue.discard(message.messageUUID)}
      />
    ))}
  </ol>
);

/** The UUID of a message stays the same when it is sent; older messages may have none. */
const identityOf = (message: ThreadMessage | undefined) =>
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
