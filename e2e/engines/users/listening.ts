import { listChatMessages } from '@snimok/contract/messaging/messenger';
import { type RealtimeEvent, refreshRealtime, userChannel } from '@snimok/contract/platform/realtime';
import { Centrifuge } from 'centrifuge';
import type { CallLog } from './call-log.ts';
import { startLoop } from './loop.ts';
import type { User } from './user.ts';

/** Shorter than in the web app, so that the recovery is measured earlier. */
const MAX_RECONNECT_DELAY_MS = 2_000;
const CATCH_UP_INTERVAL_MS = 300;

/** A doctor's open page: one WebSocket through the balancer, which reconnects and fetches the messages it has missed. */
export const startListener = (address: string, doctor: User, log: CallLog) => {
  const received = new Set<string>();
  // events do not advance `fetchedTo`, because messages before them may have been missed
  let fetchedTo = 0;
  let receivedAt = 0;
  const add = (messageUUID: string | null) => {
    if (messageUUID) received.add(messageUUID);
  };

  // the number of gaps in the events, and how many of them have been filled
  let gaps = 0;
  let filled = 0;
  const catchUp = async (upTo = gaps): Promise<void> => {
    const { messages } = await doctor.call(listChatMessages, { query: { after: fetchedTo } });
    for (const { messageID, messageUUID } of messages) {
      fetchedTo = Math.max(fetchedTo, messageID);
      add(messageUUID);
    }
    if (messages.length > 0) return catchUp(upTo);
    filled = upTo;
  };
  const catchingUp = startLoop(async () => (filled < gaps ? catchUp() : undefined), CATCH_UP_INTERVAL_MS);

  const centrifuge = new Centrifuge(`${address.replace(/^http/, 'ws')}/connection/websocket`, {
    token: doctor.realtimeToken,
    getToken: async () => (await doctor.call(refreshRealtime)).realtime_token,
    maxReconnectDelay: MAX_RECONNECT_DELAY_MS,
  });
  const subscription = centrifuge.newSubscription(userChannel(doctor.id), {
    maxResubscribeDelay: MAX_RECONNECT_DELAY_MS,
  });
  subscription.on('publication', ({ data }) => {
    receivedAt = Date.now();
    const { type, data: event } = data as RealtimeEvent;
    if (type === 'new_message') add(event.messageUUID);
    if (type === 'new_message' && 'dialogID' in event && event.dialogID !== doctor.id)
      log.leaks.push(`${doctor.name} received an event of dialog ${event.dialogID}`);
  });
  subscription.on('subscribed', ({ wasRecovering, recovered }) => {
    // as in the web app: messages that the server cannot replay are fetched
    if (!(wasRecovering && recovered)) gaps += 1;
  });
  subscription.subscribe();
  centrifuge.connect();
  return {
    dialogID: doctor.id,
    hasReceivedSince: (at: number) => receivedAt >= at,
    hasMessage: (messageUUID: string) => received.has(messageUUID),
    async stop() {
      centrifuge.disconnect();
      await catchingUp.stop();
    },
  };
};

export type Listener = ReturnType<typeof startListener>;
