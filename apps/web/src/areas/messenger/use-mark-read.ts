import { useDocumentVisibility } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { isLive } from '../../shared/realtime/events.ts';
import { changeThread } from './queries.ts';
import type { Side } from './dialog-api.ts';
import { lastUnread, markedRead, type Thread } from './thread.ts';

/** While a dialog is open what the other side wrote is read; the highest id alone is sent. Nobody reads a hidden tab. */
export function useMarkRead(side: Side, thread: Thread) {
  const client = useQueryClient();
  const visible = useDocumentVisibility() !== 'hidden';
  const unread = lastUnread(thread, !side.isAnswer);
  const asked = useRef<number>(undefined);
  useEffect(() => {
    if (unread === undefined || !visible || asked.current === unread) return;
    asked.current = unread;
    side.markRead(unread).then(
      () => {
        changeThread(client, side, (all) => markedRead(all, !side.isAnswer, unread));
        if (side.isAnswer && !isLive()) void client.invalidateQueries({ queryKey: ['messenger'] });
      },
      // with the next look at the dialog
      () => {
        asked.current = undefined;
      },
    );
  }, [client, side, thread, unread, visible]);
}
