import { Centrifuge, type Options, type SubscribedContext } from 'centrifuge';
import { onTestFinished } from 'vitest';
import type { TestClient } from '../requests-and-waiting/client.ts';
import { until } from '../requests-and-waiting/until.ts';

/**
 * A browser's realtime connection with npm's `centrifuge`; records publications, disconnects and errors, oldest first.
 */
export const realtimeClient = (address: string, options: Partial<Options>) => {
  const centrifuge = new Centrifuge(`${address.replace('http', 'ws')}/connection/websocket`, {
    minReconnectDelay: 20,
    maxReconnectDelay: 200,
    // long enough for a busy machine; a lost connection is noticed by the close of its socket
    timeout: 60_000,
    ...options,
  });
  onTestFinished(() => centrifuge.disconnect());
  const events: { type: string; data: unknown }[] = [];
  const disconnects: { code: number; reason: string }[] = [];
  const errors: number[] = [];
  centrifuge.on('disconnected', ({ code, reason }) => disconnects.push({ code, reason }));
  centrifuge.on('error', ({ error }) => errors.push(error.code));
  return {
    centrifuge,
    events,
    disconnects,
    errors,
    async connected() {
      centrifuge.connect();
      await centrifuge.ready(60_000);
    },
    /** Waits until the channel is subscribed, or sets `refusalCode` to the code of the refusal or of the disconnect. */
    async subscribe(channel: string, getToken?: () => Promise<string>, token?: string) {
      const subscription = centrifuge.newSubscription(channel, {
        minResubscribeDelay: 20,
        maxResubscribeDelay: 200,
        ...(getToken && { getToken }),
        ...(token !== undefined && { token }),
      });
      const subscribed: SubscribedContext[] = [];
      let refusalCode = 0;
      subscription.on('publication', ({ data }) => events.push(data));
      subscription.on('subscribed', (context) => subscribed.push(context));
      subscription.on('unsubscribed', ({ code }) => (refusalCode = code));
      subscription.subscribe();
      await until('the subscription or its refusal', () => {
        refusalCode ||= disconnects.at(-1)?.code ?? 0;
        return subscribed.length > 0 || refusalCode > 0;
      });
      return { subscription, subscribed, refusalCode };
    },
  };
};

/** The portal's token for a private channel; '' if it issues none. */
export const channelToken = async (client: TestClient, channel: string): Promise<string> => {
  const { body } = await client.post('/auth/centrifugo/subscribe', { client: 'test', channels: [channel] });
  const { channels } = body as { channels: { channel: string; token: string }[] };
  return channels.find((one) => one.channel === channel)?.token ?? '';
};

export const newConnectionToken = async (client: TestClient): Promise<string> =>
  ((await client.post('/auth/centrifugo/refresh')).body as { realtime_token: string }).realtime_token;
