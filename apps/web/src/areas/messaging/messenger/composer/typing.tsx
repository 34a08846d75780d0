import { publishTyping } from '@snimok/contract/messaging/messenger-office';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../../../shared/calls/call.ts';
import { useEvent } from '../../../../shared/realtime/events.ts';
import { answerersQuery } from '../messages/queries.ts';
import classes from '../conversation/conversation.module.css';

/** Colleagues are informed at this interval while an assistant types, and see it for `SHOWN_MS` after the last time. */
const EVERY_MS = 3_000;
const SHOWN_MS = 5_000;

/** Informs the other assistants; to be called at every key press. */
export function useTyping(dialogID: number | undefined) {
  const last = useRef(0);
  return () => {
    if (dialogID === undefined || Date.now() - last.current < EVERY_MS) return;
    last.current = Date.now();
    // if this fails, colleagues only miss a hint
    call(publishTyping, { params: { dialogID } }).catch(() => undefined);
  };
}

/** «Пишет Ольга…», so that two assistants do not answer the same question. */
export function TypingColleague({ dialogID }: { dialogID: number }) {
  const { data } = useQuery(answerersQuery);
  const [name, setName] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEvent('assistant_typing', (typing) => {
    if (typing.dialogID !== dialogID || typing.accountID === data?.ownID) return;
    setName(typing.name);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setName(undefined), SHOWN_MS);
  });
  useEvent('new_message', (message) => {
    if ('authorName' in message && message.dialogID === dialogID && message.authorName === name)
      setName(undefined);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <div className={classes.typing} role="status">
      {name && `Пишет ${name}…`}
    </div>
  );
}
