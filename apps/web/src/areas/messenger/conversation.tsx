import { VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Composer } from './composer.tsx';
import classes from './conversation.module.css';
import { MessageList } from './message-list.tsx';
import { useOutbox } from './outbox.ts';
import { threadQuery } from './queries.ts';
import type { Side } from './dialog-api.ts';
import { useMarkRead } from './use-mark-read.ts';

interface ConversationProps {
  side: Side;
  autoFocus?: boolean;
}

/** An open dialog: what was written, and the field for what is to be. */
export function Conversation({ side, autoFocus = false }: ConversationProps) {
  const { data: thread } = useSuspenseQuery(threadQuery(side));
  const { outbox, unsent } = useOutbox(side, thread.messages);
  useMarkRead(side, thread);
  const last = thread.messages.at(-1);
  return (
    <div className={classes.conversation}>
      <MessageList side={side} thread={thread} unsent={unsent} outbox={outbox} />
      <VisuallyHidden role="log">
        {last && last.isAnswer !== side.isAnswer && <p key={last.messageID}>{last.text}</p>}
      </VisuallyHidden>
      <Composer of={side.name} onSend={(text) => outbox.send(text)} autoFocus={autoFocus} />
    </div>
  );
}
