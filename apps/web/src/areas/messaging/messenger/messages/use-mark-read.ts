import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isLive } from '../../../../shared/realtime/events.ts';
import { changeThread } from './queries.ts';
import type { DialogApi } from './dialog-api.ts';
import { lastUnreadID, withRead, type Thread } from './thread.ts';

/** Marks the received messages of an open dialog as read, by the highest id, unless the tab is hidden. */
export function useMarkRead(api: DialogApi, thread: Thread) {
  const client = useQueryClient();
  const visible = useDocumentVisibility() !== 'hidden';
  const unread = lastUnreadID(thread, !api.sendsAnswers);
  const requested = useRef<number>(undefined);
  useEffect(() => {
    if (unread === undefined || !visible || requested.current === unread) return;
    requested.current = unread;
    api.markRead(unread).then(
      () => {
        changeThread(client, api, (all) => withRead(all, !api.sendsAnswers, unread));
        if (api.sendsAnswers && !isLive()) void client.invalidateQueries({ queryKey: ['messenger'] });
      },
      // tried again when the thread changes
      () => {
        requested.current = undefined;
      },
    );
  }, [client, api, thread, unread, visible]);
}
