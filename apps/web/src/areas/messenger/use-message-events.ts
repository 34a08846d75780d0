import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataOf, useEvent } from '../../shared/realtime/events.ts';
import { coalesce } from '../../shared/realtime/coalesce.ts';
import { changeDialogs, changeThread, refreshDialog, unreadQuery } from './queries.ts';
import { centreDialogApi, doctorDialogApi } from './dialog-api.ts';
import { withRead, mergeMessages } from './thread.ts';

type NewMessage = DataOf<'new_message'>;

/** What is announced to the centre goes into what is known of dialogs: on the screen at once, without a question. */
export function useCentreMessageEvents() {
  const client = useQueryClient();
  const countAnew = useMemo(() => coalesce(() => void client.invalidateQueries(unreadQuery)), [client]);
  useEvent('new_message', (message) => {
    if (!('dialogID' in message)) return;
    changeThread(client, centreDialogApi(message.dialogID), (thread) => mergeMessages(thread, [message]));
    updateDialogs(client, message);
    if (!message.isAnswer)
      client.setQueryData(
        unreadQuery.queryKey,
        (known) => known && { ...known, lastIncomingID: Math.max(known.lastIncomingID, message.messageID) },
      );
    countAnew();
  });
  useEvent('messages_read', ({ dialogID, messageID, isAnswer }) => {
    changeThread(client, centreDialogApi(dialogID), (thread) => withRead(thread, isAnswer, messageID));
    if (isAnswer) return;
    void refreshDialog(client, dialogID);
    countAnew();
  });
}

const updateDialogs = (client: QueryClient, message: Extract<NewMessage, { dialogID: number }>) => {
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
export function useDoctorMessageEvents() {
  const client = useQueryClient();
  useEvent('new_message', (message) =>
    changeThread(client, doctorDialogApi, (thread) => mergeMessages(thread, [message])),
  );
  useEvent('messages_read', ({ messageID, isAnswer }) =>
    changeThread(client, doctorDialogApi, (thread) => withRead(thread, isAnswer, messageID)),
  );
}
