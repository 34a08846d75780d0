import { useEffect } from 'react';
import { newUUID } from '../../shared/uuid.ts';
import type { InputOf, WaitingRequest } from '../../shared/waiting/waiting-queue.ts';
import type { waitingKinds } from '../waiting/kinds.ts';
import { useWaitingRequests, waitingQueue } from '../waiting/waiting.ts';
import type { DialogApi, Draft } from './dialog-api.ts';
import type { ThreadMessage } from './thread.ts';

/** A message that the server has not confirmed. */
export interface UnsentMessage extends Draft, Pick<WaitingRequest, 'state' | 'problem'> {
  /** the same at every attempt, so that the server stores the message once */
  messageUUID: string;
}

/** The messages of one dialog that are being sent, or that have failed. */
export function useOutbox(api: DialogApi, messages: ThreadMessage[]) {
  const dialogID = api.dialogID ?? null;
  const requests = useWaitingRequests();
  // if the response was lost, the message arrives as an event or with the next request
  useEffect(() => {
    for (const { messageUUID } of messages) if (messageUUID) waitingQueue.discard(messageUUID);
  }, [messages]);
  const arrived = new Set(messages.map(({ messageUUID }) => messageUUID));
  const unsent = requests.flatMap((request): UnsentMessage[] => {
    const { uuid, kind, state, problem } = request;
    if (kind !== 'message' || arrived.has(uuid)) return [];
    const { draft, ...message } = request.input as InputOf<(typeof waitingKinds)['message']>;
    if (message.dialogID !== dialogID) return [];
    return [{ ...draft, messageUUID: uuid, state, ...(problem !== undefined && { problem }) }];
  });
  return { unsent, send: (draft: Draft) => waitingQueue.add('message', { dialogID, draft }, newUUID()) };
}
