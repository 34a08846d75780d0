import { type RealtimeEvent, refreshRealtime, userChannel } from '@snimok/contract/realtime';
import { Centrifuge } from 'centrifuge';
import type { Diary } from './diary.ts';
import type { Visitor } from './visitor.ts';

/** A doctor's page: one WebSocket through the balancer, which comes back by itself. */
export const listen = (address: string, doctor: Visitor, diary: Diary) => {
  let heardAt = 0;
  const centrifuge = new Centrifuge(`${address.replace(/^http/, 'ws')}/connection/websocket`, {
    token: doctor.realtimeToken,
    getToken: async () => (await doctor.call(refreshRealtime)).realtime_token,
    // a page waits longer; a test hears sooner that it works again
    maxReconnectDelay: 2_000,
  });
  const subscription = centrifuge.newSubscription(userChannel(doctor.id), { maxResubscribeDelay: 2_000 });
  subscription.on('publication', ({ data }) => {
    heardAt = Date.now();
    const { type, data: told } = data as RealtimeEvent;
    if (type === 'messages_read' && told.dialogID !== doctor.id)
      diary.leaks.push(`${doctor.name} heard of dialog ${told.dialogID}`);
  });
  subscription.subscribe();
  centrifuge.connect();
  return {
    hasHeardSince: (at: number) => heardAt >= at,
    stop: () => centrifuge.disconnect(),
  };
};

export type Listener = ReturnType<typeof listen>;
