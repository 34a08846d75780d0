import { listChatMessages } from '@snimok/contract/messenger';
import { type RealtimeEvent, refreshRealtime, userChannel } from '@snimok/contract/realtime';
import { Centrifuge } from 'centrifuge';
import type { Diary } from './call-log.ts';
import { routine } from './loop.ts';
import type { Visitor } from './user.ts';

/** A page waits longer; a test hears sooner that it works again. */
const LONGEST_MS = 2_000;
const AGAIN_MS = 300;

/** A doctor's page: one WebSocket through the balancer, which comes back by itself and asks for what it has missed. */
export const listen = (address: string, doctor: Visitor, diary: Diary) => {
  const known = new Set<string>();
  // what is heard does not move the first: messages before it may have been missed
  let [fetchedTo, heardAt] = [0, 0];
  const learn = (messageUUID: string | null) => {
    if (messageUUID) known.add(messageUUID);
  };

  // how often it fell behind, and up to which of these it has caught up
  let [fallen, caughtUp] = [0, 0];
  const catchUp = async (now = fallen): Promise<void> => {
    const { messages } = await doctor.call(listChatMessages, { query: { after: fetchedTo } });
    for (const { messageID, messageUUID } of messages) {
      fetchedTo = Math.max(fetchedTo, messageID);
      learn(messageUUID);
    }
    if (messages.length > 0) return catchUp(now);
    caughtUp = now;
  };
  const catchingUp = routine(async () => (caughtUp < fallen ? catchUp() : undefined), AGAIN_MS);

  const centrifuge = new Centrifuge(`${address.replace(/^http/, 'ws')}/connection/websocket`, {
    token: doctor.realtimeToken,
    getToken: async () => (await doctor.call(refreshRealtime)).realtime_token,
    maxReconnectDelay: LONGEST_MS,
  });
  const subscription = centrifuge.newSubscription(userChannel(doctor.id), {
    maxResubscribeDelay: LONGEST_MS,
  });
  subscription.on('publication', ({ data }) => {
    heardAt = Date.now();
    const { type, data: told } = data as RealtimeEvent;
    if (type === 'new_message') learn(told.messageUUID);
    if (type === 'new_message' && 'dialogID' in told && told.dialogID !== doctor.id)
      diary.leaks.push(`${doctor.name} heard of dialog ${told.dialogID}`);
  });
  subscription.on('subscribed', ({ wasRecovering, recovered }) => {
    // as the web app does: what cannot be replayed is asked for
    if (!(wasRecovering && recovered)) fallen += 1;
  });
  subscription.subscribe();
  centrifuge.connect();
  return {
    dialogID: doctor.id,
    hasHeardSince: (at: number) => heardAt >= at,
    knows: (messageUUID: string) => known.has(messageUUID),
    async stop() {
      centrifuge.disconnect();
      await catchingUp.stop();
    },
  };
};

export type Listener = ReturnType<typeof listen>;
