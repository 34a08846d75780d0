import { queryClient } from '../../../../shared/calls/query-client.ts';
import type { WaitingKind } from '../../../../shared/waiting/waiting-queue.ts';
import { centreDialogApi, doctorDialogApi, type Draft } from './dialog-api.ts';
import { changeThread } from './queries.ts';
import { mergeMessages, type ThreadMessage } from './thread.ts';

export interface SentMessage {
  /** null on the side of the client, which has one dialog */
  dialogID: number | null;
  draft: Draft;
}

/** A message waits for the connection. Its bubble shows what becomes of it. */
export const messageKind: WaitingKind<SentMessage, ThreadMessage> = {
  name: 'message',
  title: ({ draft: { text } }) => (text ? `Сообщение: ${text.slice(0, 65)}` : 'Сообщение с вложением'),
  run: async ({ dialogID, draft }, { uuid }) => {
    const api = dialogID === null ? doctorDialogApi : centreDialogApi(dialogID);
    const sent = await api.send(draft, uuid);
    changeThread(queryClient, api, (thread) => mergeMessages(thread, [sent]));
    return sent;
  },
  // a message is read after those that were written before it
  lane: ({ dialogID }) => `dialog ${dialogID}`,
  refreshes: [],
};
