import { countUnreadDialogs, type Dialog, getDialog, listDialogs } from '@snimok/contract/messenger';
import { PAGE_SIZE } from '@snimok/contract/fields';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../shared/call.ts';
import { unlessLive } from '../../shared/realtime/events.ts';
import type { DialogApi } from './dialog-api.ts';
import { mergeMessages, type Thread } from './thread.ts';

export type DialogEntry = z.output<typeof Dialog>;

/** How long one waits for news when nothing announces them. */
const often = unlessLive(8_000);
/** Also in the background: the title of the tab and the sound are for who looks elsewhere. */
const polled = { refetchInterval: often, refetchIntervalInBackground: true } as const;

export const dialogsQuery = queryOptions({
  queryKey: ['messenger', 'dialogs'],
  queryFn: async () => (await call(listDialogs)).dialogs,
  refetchInterval: often,
});

export const searchDialogsQuery = (query: string) =>
  queryOptions({
    queryKey: ['messenger', 'found', query],
    queryFn: async ({ signal }) => (await call(listDialogs, { query: { query }, signal })).dialogs,
  });

export const dialogQuery = (dialogID: number) =>
  queryOptions({
    queryKey: ['messenger', 'dialog', dialogID],
    queryFn: () => call(getDialog, { params: { dialogID } }),
  });

export const unreadQuery = queryOptions({
  queryKey: ['messenger', 'unread'],
  queryFn: () => call(countUnreadDialogs),
  ...polled,
});

/** The newest messages, and whatever came between them and what was known. */
export const threadQuery = (api: DialogApi) =>
  queryOptions({
    queryKey: threadKey(api),
    queryFn: async ({ client }): Promise<Thread> => {
      const newest = await api.list({});
      const reach = { whole: newest.length < PAGE_SIZE, fetchedTo: newest[0]?.messageID ?? 0 };
      const between = await fillGap(api, client.getQueryData<Thread>(threadKey(api)), newest);
      // older ones may have been fetched meanwhile
      return mergeMessages(client.getQueryData<Thread>(threadKey(api)), [...between, ...newest], reach);
    },
    ...polled,
  });

const threadKey = ({ key: name }: DialogApi) => ['messenger', 'thread', name];

const fillGap = async (api: DialogApi, known: Thread | undefined, newest: Thread['messages']) => {
  const before = newest.at(-1)?.messageID ?? 0;
  const missed: Thread['messages'] = [];
  let after = known?.fetchedTo;
  while (after !== undefined && after < before) {
    const page = await api.list({ after, before });
    missed.push(...page);
    // newest first, in this list too
    after = page.length < PAGE_SIZE ? undefined : page[0]?.messageID;
  }
  return missed;
};

export async function fetchOlder(client: QueryClient, api: DialogApi) {
  const first = client.getQueryData<Thread>(threadKey(api))?.messages[0];
  if (!first) return;
  const older = await api.list({ before: first.messageID });
  changeThread(client, api, (thread) =>
    mergeMessages(thread, older, { isComplete: older.length < PAGE_SIZE }),
  );
}

/** A dialog that nobody has opened is fetched when somebody does. */
export const changeThread = (client: QueryClient, api: DialogApi, change: (thread: Thread) => Thread) =>
  client.setQueryData<Thread>(threadKey(api), (thread) => thread && change(thread));

/**
 * One dialog anew, in the list too, which may be long. A dialog that was not in it has had its first message. Who has
 * opened neither yet asks when he does.
 */
export async function refreshDialog(client: QueryClient, dialogID: number, isSecond = false): Promise<void> {
  const isShown = [dialogsQuery.queryKey, dialogQuery(dialogID).queryKey].some((key) =>
    client.getQueryState(key),
  );
  if (!isShown) return;
  // an answer to what was asked before may not know yet of what has just been announced
  await client.cancelQueries(dialogQuery(dialogID));
  const dialog = await client.fetchQuery({ ...dialogQuery(dialogID), staleTime: 0 }).catch(() => undefined);
  if (!dialog) return;
  const known = client.getQueryData(dialogsQuery.queryKey)?.find((each) => each.dialogID === dialogID);
  // announced while this answer was on its way
  if (known && lastOf(known) > lastOf(dialog) && !isSecond) return refreshDialog(client, dialogID, true);
  changeDialogs(client, (all) => [dialog, ...all.filter((each) => each.dialogID !== dialogID)]);
}

/** The one last written in stands first. */
export const changeDialogs = (client: QueryClient, change: (dialogs: DialogEntry[]) => DialogEntry[]) =>
  client.setQueryData(
    dialogsQuery.queryKey,
    (dialogs) => dialogs && change(dialogs).toSorted((a, b) => lastOf(b).localeCompare(lastOf(a))),
  );

const lastOf = ({ lastMessageCreatedAt }: DialogEntry): string => lastMessageCreatedAt ?? '';
