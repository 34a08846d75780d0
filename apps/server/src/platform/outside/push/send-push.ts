import webpush from 'web-push';
import type { Networks } from '../../networks/networks.ts';
import type { Answer } from '../message-refusal.ts';
import { postToReceiver } from '../webhooks/post.ts';
import type { ServerKey } from './vapid.ts';

interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

interface PushOptions {
  key: ServerKey;
  /** a URL or mailto: of the operator, for the push service */
  contact: string;
  /** how long the push service keeps the message for a device that is off */
  ttlSeconds: number;
  /** the message replaces one of the same topic that the push service still keeps */
  topic: string;
  networks: Networks;
  signal?: AbortSignal | undefined;
}

/**
 * Sends an encrypted message (RFC 8291) to the push service of a browser. The address comes from the browser, so it is
 * checked like the address of a webhook.
 * @throws MessageRefusal if the address is not allowed or no answer arrives
 */
export const sendPush = async (
  { endpoint, p256dh, auth }: PushTarget,
  payload: string,
  { key, contact, ttlSeconds, topic, networks, signal }: PushOptions,
): Promise<Answer> => {
  const { headers, body } = webpush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
    vapidDetails: { subject: contact, ...key },
    TTL: ttlSeconds,
    urgency: 'normal',
    contentEncoding: 'aes128gcm',
    topic,
  });
  const message = {
    body: body ?? Buffer.alloc(0),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  };
  return postToReceiver(endpoint, message, { networks, signal });
};
