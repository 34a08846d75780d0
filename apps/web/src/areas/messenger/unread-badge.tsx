import { Badge } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { counted } from '@snimok/api-client/format-numbers';
import { useTitleBadge } from '../../shared/ui/title.ts';
import { useMessageSound } from './message-sound.ts';
import { unreadQuery } from './queries.ts';
import classes from './unread-badge.module.css';
import { useCentreMessageEvents } from './use-message-events.ts';

/** Beside the messenger in the menu, and so on every page: how many dialogs wait, in the title of the tab too. */
export function UnreadBadge() {
  useCentreMessageEvents();
  const { data } = useQuery(unreadQuery);
  const unread = data?.unreadDialogs ?? 0;
  useTitleBadge(unread);
  useMessageSound(data?.lastIncomingID);
  if (unread === 0) return null;
  return (
    <Badge circle={unread < 10} aria-label={inWords(unread)} role="img">
      {unread}
    </Badge>
  );
}

/** The same where there is no room for a number: on the button of a menu that is put away. */
export function UnreadDot() {
  const unread = useQuery(unreadQuery).data?.unreadDialogs ?? 0;
  return unread > 0 && <span className={classes.dot} role="img" aria-label={inWords(unread)} />;
}

const inWords = (unread: number) =>
  counted(unread, 'непрочитанный диалог', 'непрочитанных диалога', 'непрочитанных диалогов');
