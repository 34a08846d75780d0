import { Button, Group, Text } from '@mantine/core';
import { IconAlertCircle, IconCheck, IconChecks, IconClock, IconWifiOff } from '@tabler/icons-react';
import { useConnectionLost } from '../../../../shared/connection/connection.ts';
import { formatLongMoment } from '../../../../shared/dates/dates.ts';
import classes from './bubble.module.css';
import type { DialogApi } from '../messages/dialog-api.ts';
import { LinkedText } from './linked-text.tsx';
import { CardFacts, MessageCard } from '../attachments/message-card.tsx';
import { MessageFiles } from '../attachments/message-files.tsx';
import type { UnsentMessage } from '../messages/outbox.ts';
import type { ThreadMessage } from '../messages/thread.ts';

/** A message that the server has stored. */
export function Bubble({ api, message, found }: { api: DialogApi; message: ThreadMessage; found: boolean }) {
  const { messageID, text, createdAt, isRead, isAnswer, authorName, personName } = message;
  const { withoutText, attachments = [], card } = message;
  const own = isAnswer === api.sendsAnswers;
  const author = isAnswer ? authorName : personName;
  return (
    <li
      className={classes.row}
      data-own={own || undefined}
      data-found={found || undefined}
      data-message={messageID}
      data-row
    >
      <div className={classes.bubble}>
        {author && <span className={classes.author}>{author}</span>}
        {card && <MessageCard api={api} messageID={messageID} />}
        {attachments.length > 0 && <MessageFiles api={api} files={attachments} />}
        {!withoutText && <MessageText text={text} />}
        <span className={classes.foot}>
          <time dateTime={createdAt}>{formatLongMoment(createdAt)}</time>
          {own && <Delivery isRead={isRead} />}
        </span>
      </div>
    </li>
  );
}

/** A message of this user that the server has not confirmed yet. */
export function UnsentBubble(props: { message: UnsentMessage; onRetry: () => void; onDiscard: () => void }) {
  const { message, onRetry, onDiscard } = props;
  const failed = message.state === 'failed';
  const waiting = useConnectionLost() && !failed;
  const StateIcon = failed ? IconAlertCircle : waiting ? IconWifiOff : IconClock;
  return (
    <li className={classes.row} data-own data-row>
      <div className={classes.bubble} data-failed={failed || undefined}>
        {message.card && <CardFacts card={message.card} />}
        {(message.attachments?.length ?? 0) > 0 && (
          <MessageText text={message.attachments?.map(({ filename }) => filename).join('\n') ?? ''} />
        )}
        {message.text && <MessageText text={message.text} />}
        <span className={classes.foot}>
          <StateIcon size={15} aria-hidden />
          {failed ? 'Не отправлено' : waiting ? 'Ждёт связи' : 'Отправляется…'}
        </span>
        {message.problem && (
          <Text size="xs" c="var(--mantine-color-error)">
            {message.problem}
          </Text>
        )}
        {(failed || waiting) && (
          <Group gap={4} mt={4} justify="flex-end">
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
              Удалить
            </Button>
            {failed && (
              <Button size="compact-sm" variant="light" onClick={onRetry}>
                Повторить
              </Button>
            )}
          </Group>
        )}
      </div>
    </li>
  );
}

const MessageText = ({ text }: { text: string }) => (
  <p className={classes.text}>
    <LinkedText text={text} />
  </p>
);

function Delivery({ isRead }: { isRead: boolean }) {
  const label = isRead ? 'Прочитано' : 'Отправлено';
  const Picture = isRead ? IconChecks : IconCheck;
  return (
    <span role="img" aria-label={label} title={label} className={classes.delivery}>
      <Picture size={16} stroke={2} aria-hidden />
    </span>
  );
}
