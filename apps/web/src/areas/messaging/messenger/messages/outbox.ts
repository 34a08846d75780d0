import { useEffect } from 'react';
import { newUUID } from '../../../../shared/calls/uuid.ts';
import { useWaitingRequests, waitingQueue } from '../../../../shared/waiting/user-queue.ts';
import type { WaitingRequest } from '../../../../shared/waiting/waiting-queue.ts';
import type { DialogApi, Draft } from './dialog-api.ts';
import { messageKind, type SentMessage } from './message-kind.ts';
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
    if (kind !== messageKind.name || arrived.has(uuid)) return [];
    const { draft, ...message } = request.input as SentMessage;
    if (message.dialogID !== dialogID) return [];
    return [{ ...draft, messageUUID: uuid, state, ...(problem !== undefined && { problem }) }];
  });
  return { unsent, send: (draft: Draft) => waitingQueue.add(messageKind, { dialogID, draft }, newUUID()) };
}
