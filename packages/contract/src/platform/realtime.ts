import { z } from 'zod';
import { signedIn } from '../people/access.ts';
import { ChatMessage, Message, MessagesRead } from '../messaging/messenger.ts';
import { UploadStatus } from '../studies/uploads.ts';
import { Uuid } from '../values/fields.ts';

/**
 * Channel of the assistants with the right `messenger`, because it carries the texts of messages. It is private and requires a
 * token of `subscribeRealtime`. Other assistants get the remaining events on their own channels.
 */
export const ASSISTANTS_CHANNEL = '$assistants_messages';
/** Channel of one user; only that user's connections may subscribe to it. */
export const userChannel = (userID: number): string => `#${userID}`;

const EntityId = z.number().int();

const event = <Type extends string, Body extends z.ZodType>(type: Type, data: Body) =>
  z.object({ type: z.literal(type), data });

/**
 * An event of the realtime connection. Except for messages, events only carry ids; the client that receives one fetches the
 * data that it may see.
 */
export const RealtimeEvent = z.discriminatedUnion('type', [
  /** a `Message` on the assistants' channel, a `ChatMessage` on a doctor's */
  event('new_message', z.union([Message, ChatMessage])),
  event('messages_read', MessagesRead),
  /** the answerer of a dialog has changed */
  event('dialog_changed', z.object({ dialogID: EntityId })),
  event('assistant_typing', z.object({ dialogID: EntityId, accountID: EntityId, name: z.string() })),
  event('study_updated', z.object({ studyID: EntityId, patientID: EntityId })),
  event(
    'upload_progress',
    z.object({
      studyID: EntityId,
      uploadUUID: Uuid,
      status: UploadStatus,
      /** fraction of the processing that is done, 0 to 1; null before it begins */
      progress: z.number().nullable(),
    }),
  ),
  /** one of the assistants' counters has changed, or the list that it counts */
  event('counters_changed', z.object({})),
  event('booking_changed', z.object({ bookingID: EntityId })),
  event('referral_changed', z.object({ referralUUID: Uuid })),
  /** the draft of a report or the request for one has changed; only for assistants */
  event('report_changed', z.object({ studyID: EntityId })),
  /** the rights of the own account have changed; on its own channel */
  event('account_changed', z.object({})),
  /** the alerts about accounts have changed; on the channels of administrators */
  event('access_alerts_changed', z.object({})),
]);
export type RealtimeEvent = z.infer<typeof RealtimeEvent>;
export type RealtimeEventType = RealtimeEvent['type'];

/**
 * A message outside of the channels: if the next one does not follow within this many milliseconds, the server does not respond.
 * Centrifugo does not send it.
 */
export const Heartbeat = z.object({ heartbeatMs: z.number().positive() });
export type Heartbeat = z.infer<typeof Heartbeat>;

const Channel = z.string().max(255);

export const subscribeRealtime = {
  method: 'POST',
  url: '/auth/centrifugo/subscribe',
  access: { ...signedIn, 'unknown-role': true },
  schema: {
    summary:
      'Tokens (JWT, HS256) for private realtime channels; channels that the caller may not read are left out',
    body: z.object({
      /** id of the realtime connection */
      client: z.string().max(255),
      channels: z.array(Channel).max(100),
    }),
    response: {
      200: z.object({
        channels: z.array(z.object({ channel: Channel, token: z.string() })),
        /** assistants without the common channel get events on their own channels; earlier versions publish none there */
        eventsOnOwnChannel: z.boolean().optional(),
      }),
    },
  },
} as const;

export const refreshRealtime = {
  method: 'POST',
  url: '/auth/centrifugo/refresh',
  access: { ...signedIn, 'unknown-role': true },
  schema: {
    summary: 'A new token (JWT, HS256) for the realtime connection, as long as the session lasts',
    response: { 200: z.object({ realtime_token: z.string() }) },
  },
} as const;
