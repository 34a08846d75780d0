import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type DataOf, useEvent } from '../../../../shared/realtime/events.ts';
import { coalesce } from '../../../../shared/realtime/coalesce.ts';
import { changeDialogs, changeThread, refreshDialog, unreadQuery } from './queries.ts';
import { centreDialogApi, doctorDialogApi } from './dialog-api.ts';
import { withRead, mergeMessages } from './thread.ts';

type NewMessage = DataOf<'new_message'>;

/** Adds the centre's realtime events to the loaded dialogs, so that they are shown without a request. */
export function useCentreMessageEvents() {
  const client = useQueryClient();
  const refetchUnread = useMemo(() => coalesce(() => void client.invalidateQueries(unreadQuery)), [client]);
  useEvent('new_message', (message) => {
    if (!('dialogID' in message)) return;
    changeThread(client, centreDialogApi(message.dialogID), (thread) => mergeMessages(thread, [message]));
    updateDialogs(client, message);
    if (!message.isAnswer)
      client.setQueryData(
        unreadQuery.queryKey,
        (unread) =>
          unread && { ...unread, lastIncomingID: Math.max(unread.lastIncomingID, message.messageID) },
      );
    refetchUnread();
  });
  useEvent('dialog_changed', ({ dialogID }) => void refreshDialog(client, dialogID));
  useEvent('messages_read', ({ dialogID, messageID, isAnswer }) => {
    changeThread(client, centreDialogApi(dialogID), (thread) => withRead(thread, isAnswer, messageID));
    if (isAnswer) return;
    void refreshDialog(client, dialogID);
    refetchUnread();
  });
}

const updateDialogs = (client: QueryClient, message: Extract<NewMessage, { dialogID: number }>) => {
  const { dialogID, isAnswer, text, createdAt } = message;
  let isListed = false;
  changeDialogs(client, (dialogs) =>
    dialogs.map((dialog) => {
      if (dialog.dialogID !== dialogID) return dialog;
      isListed = true;
      const last = { isAnswer, lastMessageText: text, lastMessageCreatedAt: createdAt };
      return { ...dialog, ...last, isRead: dialog.isRead && isAnswer };
    }),
  );
  if (!isListed) void refreshDialog(client, dialogID);
};

/** The same for a doctor, who has one dialog. */
export function useDoctorMessageEvents() {
  const client = useQueryClient();
  useEvent('new_message', (message) =>
    changeThread(client, doctorDialogApi, (thread) => mergeMessages(thread, [message])),
  );
  useEvent('messages_read', ({ messageID, isAnswer }) =>
    changeThread(client, doctorDialogApi, (thread) => withRead(thread, isAnswer, messageID)),
  );
}
