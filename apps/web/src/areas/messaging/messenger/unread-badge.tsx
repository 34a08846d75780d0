import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { counted } from '@snimok/api-client/format-numbers';
import { useFirstLive } from '../../../shared/realtime/use-first-live.ts';
import { useTitleBadge } from '../../../shared/navigation/title.ts';
import { useMessageSound } from './message-sound.ts';
import { unreadQuery } from './messages/queries.ts';
import classes from './unread-badge.module.css';
import { useCentreMessageEvents } from './messages/use-message-events.ts';

/** The number of unread dialogs: beside the menu item of the messenger and in the title of the tab. */
export function UnreadBadge() {
  useCentreMessageEvents();
  const { data } = useUnread();
  const unread = data?.unreadDialogs ?? 0;
  useTitleBadge(unread > 0 ? labelOf(unread) : '');
  useMessageSound(data?.lastIncomingID);
  if (unread === 0) return null;
  return (
    <Badge circle={unread < 10} aria-label={labelOf(unread)} role="img">
      {unread}
    </Badge>
  );
}

/** A dot instead of the number, on the button that opens a collapsed menu. */
export function UnreadDot() {
  const unread = useUnread().data?.unreadDialogs ?? 0;
  return unread > 0 && <span className={classes.dot} role="img" aria-label={labelOf(unread)} />;
}

const useUnread = () => useQuery({ ...unreadQuery, enabled: useFirstLive() });

const labelOf = (unread: number) =>
  counted(unread, 'непрочитанный диалог', 'непрочитанных диалога', 'непрочитанных диалогов');
