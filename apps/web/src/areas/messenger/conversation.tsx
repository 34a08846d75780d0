import { VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Composer } from './composer.tsx';
import classes from './conversation.module.css';
import { MessageList } from './message-list.tsx';
import { useOutbox } from './outbox.ts';
import { threadQuery } from './queries.ts';
import type { DialogApi } from './dialog-api.ts';
import { useMarkRead } from './use-mark-read.ts';

interface ConversationProps {
  api: DialogApi;
  autoFocus?: boolean;
}

/** An open dialog: its messages and the field for a new one. */
export function Conversation({ api, autoFocus = false }: ConversationProps) {
  const { data: thread } = useSuspenseQuery(threadQuery(api));
  const { outbox, unsent } = useOutbox(api, thread.messages);
  useMarkRead(api, thread);
  const last = thread.messages.at(-1);
  return (
    <div className={classes.conversation}>
      <MessageList api={api} thread={thread} unsent={unsent} outbox={outbox} />
      <VisuallyHidden role="log">
        {last && last.isAnswer !== api.sendsAnswers && <p key={last.messageID}>{last.text}</p>}
      </VisuallyHidden>
      <Composer draftKey={api.key} onSend={(text) => outbox.send(text)} autoFocus={autoFocus} />
    </div>
  );
}
