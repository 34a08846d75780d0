import { z } from 'zod';
import { signedIn } from './access.ts';
import { Instant, NoContent, Phone, Uuid } from '../values/fields.ts';

/** What the portal informs people of. */
export const NOTIFICATION_KINDS = [
  'studies',
  'reports',
  'bookings',
  'messages',
  'shares',
  'requests',
  'sign-ins',
] as const;
const NotificationKind = z.enum(NOTIFICATION_KINDS);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** `mail`: a letter at once; `digest`: instead a line in one letter a day or a week; `push`: a message on devices. */
const NOTIFICATION_CHANNELS = ['mail', 'digest', 'push', 'sms', 'messenger'] as const;
const NotificationChannel = z.enum(NOTIFICATION_CHANNELS);
export type NotificationChannel = z.infer<typeof NotificationChannel>;

export const DIGEST_INTERVALS = ['day', 'week'] as const;
const DigestSchedule = z.object({
  every: z.enum(DIGEST_INTERVALS),
  /** hour of the centre's wall clock; a weekly digest is sent on Mondays */
  hour: z.number().int().min(0).max(23),
});

const PushDevice = z.object({
  deviceUUID: Uuid,
  /** the device of this session */
  current: z.boolean(),
  /** for example `Chrome`; empty if unknown, like `system` */
  browser: z.string(),
  /** for example `Android` */
  system: z.string(),
  createdAt: Instant,
  deliveredAt: Instant.nullable(),
});

const Choice = z.object({
  kind: NotificationKind,
  /** the channels that this account can choose for this kind on this portal */
  channels: z.array(z.object({ channel: NotificationChannel, wanted: z.boolean() })),
});

export const getNotifications = {
  method: 'GET',
  url: '/account/notifications',
  access: signedIn,
  schema: {
    summary: 'The events of which the portal informs this account, and the channels',
    response: {
      200: z.object({
        choices: z.array(Choice),
        digest: DigestSchedule,
        /** whether the portal can send text messages; they need a confirmed phone */
        phoneNeeded: z.boolean(),
        /** the confirmed number, in E.164 */
        phone: z.string().nullable(),
        /** the number to which a code was sent, as long as the code is valid */
        pendingPhone: z.string().nullable(),
        /** the public VAPID key with which browsers subscribe */
        pushKey: z.string(),
        devices: z.array(PushDevice),
      }),
    },
  },
} as const;

export const chooseNotification = {
  method: 'PUT',
  url: '/account/notifications',
  access: signedIn,
  schema: {
    summary:
      'Switch one kind of notification on or off for one channel; `mail` and `digest` replace each other. 409 without a confirmed phone where one is needed',
    body: z.object({ kind: NotificationKind, channel: NotificationChannel, wanted: z.boolean() }),
    response: { 204: NoContent },
  },
} as const;

export const chooseDigest = {
  method: 'PUT',
  url: '/account/notifications/digest',
  access: signedIn,
  schema: { summary: 'Choose when digests are sent', body: DigestSchedule, response: { 204: NoContent } },
} as const;

export const startPhone = {
  method: 'POST',
  url: '/account/phone',
  access: signedIn,
  schema: {
    summary: 'Send a code to a phone; 429 after too many, 404 if the portal sends no text messages',
    body: z.object({ phone: Phone }),
    response: { 204: NoContent },
  },
} as const;

export const confirmPhone = {
  method: 'POST',
  url: '/account/phone/confirm',
  access: signedIn,
  schema: {
    summary: 'Confirm the phone with the code that it received; 400 for a wrong code',
    body: z.object({ code: z.string().max(20) }),
    response: { 204: NoContent },
  },
} as const;

export const removePhone = {
  method: 'DELETE',
  url: '/account/phone',
  access: signedIn,
  schema: {
    summary: 'Remove the phone, and with it the choice of text messages',
    response: { 204: NoContent },
  },
} as const;

/** PushSubscription.toJSON() of the Push API. */
const PushSubscription = z.object({
  endpoint: z.url().max(1000),
  keys: z.object({
    // an uncompressed point of P-256, and a secret of 16 bytes
    p256dh: z.string().regex(/^[\w-]{87}=?$/),
    auth: z.string().regex(/^[\w-]{22}(==)?$/),
  }),
  /** the key of `pushKey` with which the browser subscribed */
  serverKey: z.string().regex(/^[\w-]{87}$/),
});

export const addPushDevice = {
  method: 'POST',
  url: '/account/push-devices',
  access: signedIn,
  schema: {
    summary: 'Send notifications to this browser, too',
    body: PushSubscription,
    response: { 201: z.object({ deviceUUID: Uuid }) },
  },
} as const;

export const renewPushDevice = {
  method: 'PUT',
  url: '/account/push-devices',
  access: signedIn,
  schema: {
    summary:
      'Report that a subscribed browser is still in use by this account; 404 if it is not, and the browser should then unsubscribe',
    body: PushSubscription,
    response: { 204: NoContent },
  },
} as const;

export const removePushDevice = {
  method: 'DELETE',
  url: '/account/push-devices/:deviceUUID',
  access: signedIn,
  schema: {
    summary: 'Send no more notifications to a device of this account',
    params: z.object({ deviceUUID: Uuid }),
    response: { 204: NoContent },
  },
} as const;
