import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isLive } from '../../shared/realtime/events.ts';
import { changeThread } from './queries.ts';
import type { DialogApi } from './dialog-api.ts';
import { lastUnreadID, withRead, type Thread } from './thread.ts';

/** While a dialog is open what the other api wrote is read; the highest id alone is sent. Nobody reads a hidden tab. */
export function useMarkRead(api: DialogApi, thread: Thread) {
  const client = useQueryClient();
  const visible = useDocumentVisibility() !== 'hidden';
  const unread = lastUnreadID(thread, !api.sendsAnswers);
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (unread === undefined || !visible || asked.current === unread) return;
    asked.current = unread;
    api.markRead(unread).then(
      () => {
        changeThread(client, api, (all) => withRead(all, !api.sendsAnswers, unread));
        if (api.sendsAnswers && !isLive()) void client.invalidateQueries({ queryKey: ['messenger'] });
      },
      // with the next look at the dialog
      () => {
        asked.current = undefined;
      },
    );
  }, [client, api, thread, unread, visible]);
}
