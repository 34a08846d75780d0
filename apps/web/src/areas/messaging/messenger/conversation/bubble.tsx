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

interface UnsentBubbleProps {
  message: UnsentMessage;
  onRetry: () => void;
  onDiscard: () => void;
}

/** A message of this user that the server has not confirmed yet. */
export function UnsentBubble({ message, onRetry, onDiscard }: UnsentBubbleProps) {
  const { card, attachments = [], text, problem } = message;
  const isLost = useConnectionLost();
  const state = message.state === 'failed' ? 'failed' : isLost ? 'waiting' : 'sending';
  const { icon: StateIcon, label, isStuck } = UNSENT[state];
  return (
    <li className={classes.row} data-own data-row>
      <div className={classes.bubble} data-failed={state === 'failed' || undefined}>
        {card && <CardFacts card={card} />}
        {attachments.length > 0 && (
          <MessageText text={attachments.map(({ filename }) => filename).join('\n')} />
        )}
        {text && <MessageText text={text} />}
        <span className={classes.foot}>
          <StateIcon size={15} aria-hidden />
          {label}
        </span>
        {problem && (
          <Text size="xs" c="var(--mantine-color-error)">
            {problem}
          </Text>
        )}
        {isStuck && (
          <Group gap={4} mt={4} justify="flex-end">
            <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
              Удалить
            </Button>
            {state === 'failed' && (
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

/** `isStuck`: the message can be removed. */
const UNSENT = {
  failed: { icon: IconAlertCircle, label: 'Не отправлено', isStuck: true },
  waiting: { icon: IconWifiOff, label: 'Ждёт связи', isStuck: true },
  sending: { icon: IconClock, label: 'Отправляется…', isStuck: false },
} as const;

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
