import {
  countUnreadDialogs,
  type Dialog,
  getDialog,
  listDialogs,
} from '@snimok/contract/messaging/messenger';
import { getChatHours, listAnswerers, listTemplates } from '@snimok/contract/messaging/messenger-office';
import { PAGE_SIZE } from '@snimok/contract/values/fields';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '../../../../shared/calls/call.ts';
import { unlessLive } from '../../../../shared/realtime/events.ts';
import type { DialogApi } from './dialog-api.ts';
import { mergeMessages, type Thread } from './thread.ts';

export type DialogEntry = z.output<typeof Dialog>;

/** The polling interval without a realtime connection. */
const pollInterval = unlessLive(8_000);
/**
 * Polls also in a hidden tab, because the unread count in its title and the sound are for users who look at
 * another window.
 */
const backgroundPolling = { refetchInterval: pollInterval, refetchIntervalInBackground: true } as const;

export const dialogsQuery = queryOptions({
  queryKey: ['messenger', 'dialogs'],
  queryFn: async () => (await call(listDialogs)).dialogs,
  refetchInterval: pollInterval,
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
  ...backgroundPolling,
});

/** The newest messages, and all between them and the messages loaded before. */
export const threadQuery = (api: DialogApi) =>
  queryOptions({
    queryKey: threadKey(api),
    queryFn: async ({ client }): Promise<Thread> => {
      const newest = await api.list({});
      const extent = { isComplete: newest.length < PAGE_SIZE, fetchedTo: newest[0]?.messageID ?? 0 };
      const between = await fillGap(api, client.getQueryData<Thread>(threadKey(api)), newest);
      // the cache is read again, because older messages may have been loaded during the requests
      return mergeMessages(client.getQueryData<Thread>(threadKey(api)), [...between, ...newest], extent);
    },
    ...backgroundPolling,
  });

/** The messages around one that a search has found; not refreshed. */
export const aroundQuery = (api: DialogApi, messageID: number) =>
  queryOptions({
    queryKey: threadKey(around(api, messageID)),
    queryFn: async (): Promise<Thread> => {
      const [until, after] = await Promise.all([
        api.list({ before: messageID + 1 }),
        api.list({ after: messageID }),
      ]);
      return mergeMessages(undefined, [...after, ...until], { isComplete: until.length < PAGE_SIZE });
    },
    staleTime: Infinity,
  });

/** The same dialog under another key, so that the messages around a found one are loaded separately. */
export const around = (api: DialogApi, messageID: number): DialogApi => ({
  ...api,
  key: `${api.key}-around-${messageID}`,
});

export const cardQuery = (api: DialogApi, messageID: number) =>
  queryOptions({
    queryKey: ['messenger', 'card', messageID],
    queryFn: () => api.readCard(messageID),
    staleTime: 60_000,
  });

export const cardChoicesQuery = (api: DialogApi, query: string) =>
  queryOptions({
    queryKey: ['messenger', 'card-choices', api.key, query],
    queryFn: ({ signal }) => api.listCards(query, signal),
  });

export const chatHoursQuery = queryOptions({
  queryKey: ['messenger', 'hours', 'notice'],
  queryFn: () => call(getChatHours),
  refetchInterval: 60_000,
});

export const answerersQuery = queryOptions({
  queryKey: ['messenger', 'assistants'],
  queryFn: () => call(listAnswerers),
  staleTime: 60_000,
});

export const templatesQuery = queryOptions({
  queryKey: ['messenger', 'templates'],
  queryFn: () => call(listTemplates),
  staleTime: 60_000,
});

const threadKey = ({ key }: DialogApi) => ['messenger', 'thread', key];

const fillGap = async (api: DialogApi, loaded: Thread | undefined, newest: Thread['messages']) => {
  const before = newest.at(-1)?.messageID ?? 0;
  const missed: Thread['messages'] = [];
  let after = loaded?.fetchedTo;
  while (after !== undefined && after < before) {
    const page = await api.list({ after, before });
    missed.push(...page);
    // this list too is sorted newest first
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

/** Changes a loaded thread; one that is not loaded is fetched when its dialog is opened. */
export const changeThread = (client: QueryClient, api: DialogApi, change: (thread: Thread) => Thread) =>
  client.setQueryData<Thread>(threadKey(api), (thread) => thread && change(thread));

/**
 * Fetches one dialog again and replaces it in the list, because fetching the whole list is slower. A dialog
 * missing in the list has just received its first message. Does nothing unless the list or the dialog is
 * loaded.
 */
export async function refreshDialog(
  client: QueryClient,
  dialogID: number,
  isSecondAttempt = false,
): Promise<void> {
  const isLoaded = [dialogsQuery.queryKey, dialogQuery(dialogID).queryKey].some((key) =>
    client.getQueryState(key),
  );
  if (!isLoaded) return;
  // the response to a request sent earlier may not contain the message of the latest event
  await client.cancelQueries(dialogQuery(dialogID));
  const dialog = await client.fetchQuery({ ...dialogQuery(dialogID), staleTime: 0 }).catch(() => undefined);
  if (!dialog) return;
  const loaded = client.getQueryData(dialogsQuery.queryKey)?.find((each) => each.dialogID === dialogID);
  // an event with a newer message arrived during the request
  if (loaded && lastMessageAt(loaded) > lastMessageAt(dialog) && !isSecondAttempt)
    return refreshDialog(client, dialogID, true);
  changeDialogs(client, (all) => [dialog, ...all.filter((each) => each.dialogID !== dialogID)]);
}

/** Changes the loaded list and sorts it by last message, newest first. */
export const changeDialogs = (client: QueryClient, change: (dialogs: DialogEntry[]) => DialogEntry[]) =>
  client.setQueryData(
    dialogsQuery.queryKey,
    (dialogs) =>
      dialogs && change(dialogs).toSorted((a, b) => lastMessageAt(b).localeCompare(lastMessageAt(a))),
  );

const lastMessageAt = ({ lastMessageCreatedAt }: DialogEntry): string => lastMessageCreatedAt ?? '';
