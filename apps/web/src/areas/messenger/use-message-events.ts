import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataOf, useEvent } from '../../shared/realtime/events.ts';
import { coalesce } from '../../shared/realtime/coalesce.ts';
import { changeDialogs, changeThread, refreshDialog, unreadQuery } from './queries.ts';
import { centreSide, clientSide } from './dialog-api.ts';
import { markedRead, merged } from './thread.ts';

type NewMessage = DataOf<'new_message'>;

/** What is announced to the centre goes into what is known of dialogs: on the screen at once, without a question. */
export function useCentreNews() {
  const client = useQueryClient();
  const countAnew = useMemo(() => coalesce(() => void client.invalidateQueries(unreadQuery)), [client]);
  useEvent('new_message', (message) => {
    if (!('dialogID' in message)) return;
    changeThread(client, centreSide(message.dialogID), (thread) => merged(thread, [message]));
    tellDialogs(client, message);
    if (!message.isAnswer)
      client.setQueryData(
        unreadQuery.queryKey,
        (known) => known && { ...known, lastIncomingID: Math.max(known.lastIncomingID, message.messageID) },
      );
    countAnew();
  });
  useEvent('messages_read', ({ dialogID, messageID, isAnswer }) => {
    changeThread(client, centreSide(dialogID), (thread) => markedRead(thread, isAnswer, messageID));
    if (isAnswer) return;
    void refreshDialog(client, dialogID);
    countAnew();
  });
}

const tellDialogs = (client: QueryClient, message: Extract<NewMessage, { dialogID: number }>) => {
  const { dialogID, isAnswer, text, createdAt } = message;
  let isKnown = false;
  changeDialogs(client, (dialogs) =>
    dialogs.map((dialog) => {
      if (dialog.dialogID !== dialogID) return dialog;
      isKnown = true;
      const last = { isAnswer, lastMessageText: text, lastMessageCreatedAt: createdAt };
      return { ...dialog, ...last, isRead: dialog.isRead && isAnswer };
    }),
  );
  if (!isKnown) void refreshDialog(client, dialogID);
};

/** The same for a client, who has one dialog. */
export function useClientNews() {
  const client = useQueryClient();
  useEvent('new_message', (message) =>
    changeThread(client, clientSide, (thread) => merged(thread, [message])),
  );
  useEvent('messages_read', ({ messageID, isAnswer }) =>
    changeThread(client, clientSide, (thread) => markedRead(thread, isAnswer, messageID)),
  );
}
