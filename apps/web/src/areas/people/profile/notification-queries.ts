import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import {
  addPushDevice,
  chooseDigest,
  chooseNotification,
  confirmPhone,
  getNotifications,
  removePhone,
  removePushDevice,
  startPhone,
} from '@snimok/contract/people/notification-choices';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../shared/calls/call.ts';
import { readPushState, subscribePush } from '../../../shared/push/push.ts';
import { useRefresh } from '../../../shared/calls/use-refresh.ts';

export type NotificationChoices = ResponseOf<typeof getNotifications>;
type Choice = NotificationChoices['choices'][number];
export type Kind = Choice['kind'];
export type Channel = Choice['channels'][number]['channel'];

export const notificationsQuery = queryOptions({
  queryKey: ['profile', 'notifications'],
  queryFn: () => call(getNotifications),
});

/** Whether this browser shows notices. */
export const pushStateQuery = queryOptions({
  queryKey: ['profile', 'push-state'],
  queryFn: readPushState,
});

interface Change {
  kind: Kind;
  channel: Channel;
  wanted: boolean;
}

const changed = (choice: Choice, { kind, channel, wanted }: Change): Choice =>
  choice.kind === kind
    ? {
        ...choice,
        channels: choice.channels.map((one) => {
          if (one.channel === channel) return { channel, wanted };
          // single letters and the digest replace each other
          const other = channel === 'mail' ? 'digest' : 'mail';
          const isReplaced = wanted && (channel === 'mail' || channel === 'digest') && one.channel === other;
          return isReplaced ? { ...one, wanted: false } : one;
        }),
      }
    : choice;

/** Shows the choice at once, and then what the server has stored. */
export function useChoose() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'choose-notification' },
    mutationFn: (change: Change) => call(chooseNotification, { body: change }),
    onMutate: async (change) => {
      await client.cancelQueries(notificationsQuery);
      client.setQueryData(
        notificationsQuery.queryKey,
        (shown) => shown && { ...shown, choices: shown.choices.map((choice) => changed(choice, change)) },
      );
    },
    onSettled: () => client.invalidateQueries(notificationsQuery),
  });
}

export function useChooseDigest() {
  const client = useQueryClient();
  return useMutation({
    scope: { id: 'choose-notification' },
    mutationFn: (digest: NotificationChoices['digest']) => call(chooseDigest, { body: digest }),
    onMutate: async (digest) => {
      await client.cancelQueries(notificationsQuery);
      client.setQueryData(notificationsQuery.queryKey, (shown) => shown && { ...shown, digest });
    },
    onSettled: () => client.invalidateQueries(notificationsQuery),
  });
}

export const sendStartPhone = (phone: string) => call(startPhone, { body: { phone } });
export const sendConfirmPhone = (code: string) => call(confirmPhone, { body: { code } });

/** Reads the choices again after an action. */
const useNotificationAction = <Argument>(run: (argument: Argument) => Promise<unknown>) =>
  useMutation({
    mutationFn: run,
    onSettled: useRefresh(notificationsQuery.queryKey, pushStateQuery.queryKey),
  });

export const useRemovePhone = () => useNotificationAction(() => call(removePhone));
export const useRemoveDevice = () =>
  useNotificationAction((deviceUUID: string) => call(removePushDevice, { params: { deviceUUID } }));
export const useAddDevice = () =>
  useNotificationAction(async (serverKey: string) => {
    const subscription = await subscribePush(serverKey);
    if (subscription) await call(addPushDevice, { body: subscription });
  });

export const useRefreshNotifications = () => useRefresh(notificationsQuery.queryKey);
