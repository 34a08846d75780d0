import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Gateway } from '../http/connections/gateways.ts';
import { centrifugo } from '../outside/realtime/centrifugo.ts';
import { Hub } from '../outside/realtime/hub.ts';
import type { Publication, Realtime } from '../outside/realtime/realtime.ts';
import { FORMERLY_ADDED, isRepetition, NUMBERED, PUBLICATIONS_ADDED } from './channels.ts';
import { listenForNotifications } from './listener.ts';
import { findStream, hasSweptAfter, listAfter, listOfChannel, numberWaiting } from './queries.ts';
import { numberBatch, runWhenWoken } from './publisher.ts';
import type { FindSessionEnd } from './tokens.ts';

/** Replaying more publications than this takes longer than reloading the lists. */
const MAX_RECOVERED = 1000;
const BATCH = 1000;

/**
 * Accepts realtime connections and delivers publications to them while the server listens, through the hub of this
 * process or through Centrifugo.
 */
export const realtimeGateway = (
  app: FastifyInstance,
  context: Context,
  findSessionEnd: FindSessionEnd,
): Gateway => {
  const { url } = context.config.centrifugo;
  const { realtime, deliverWaiting, isDelivered, prepare } = url
    ? centrifugoTransport(context, url)
    : hubTransport(context, findSessionEnd);
  const closing: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    await prepare();
    const onError = (cause: unknown) =>
      context.log.warn({ err: cause }, 'realtime delivery failed and will be retried');
    const { wake, stop } = runWhenWoken(deliverWaiting, onError);
    const channels = [PUBLICATIONS_ADDED, FORMERLY_ADDED, NUMBERED];
    const listener = await listenForNotifications(context, channels, (notification) => {
      if (notification && isRepetition(notification)) return;
      if (notification?.channel !== NUMBERED) return wake();
      // the payload is empty if an older version has numbered the publications
      const lastNumber = Number(notification.payload || Infinity);
      wake(() => !isDelivered(lastNumber));
    });
    closing.push(listener.close, stop);
  });
  app.addHook('preClose', async () => {
    await realtime.close();
    for (const close of closing) await close();
  });
  return (request, socket, head) => realtime.accept(request, socket, head);
};

interface Transport {
  realtime: Realtime;
  /** Called once before the first connection. */
  prepare(): Promise<void>;
  /** Delivers all publications that have not been delivered yet. */
  deliverWaiting(): Promise<void>;
  /** Whether the publications up to this number have been delivered by this process. */
  isDelivered(lastNumber: number): boolean;
}

/** Each process numbers waiting publications, then delivers all numbered ones to its own clients. */
const hubTransport = (context: Context, findSessionEnd: FindSessionEnd): Transport => {
  const { db, clock, secrets, log } = context;
  const hub = new Hub({
    now: () => clock.now(),
    keys: secrets.realtime,
    findSessionEnd: ({ userID, session }) => findSessionEnd(context, Number(userID), session),
    async listMissed(channel, after, upTo) {
      // a client has an offset beyond the last number if the database was restored from a backup since
      if (after > upTo && after > (await findStream(db)).lastNumber) return null;
      const missed = await listOfChannel(db, channel, after, upTo, MAX_RECOVERED + 1);
      return missed.length > MAX_RECOVERED || (await hasSweptAfter(db, channel, after)) ? null : missed;
    },
    reportError: (cause) => log.error({ err: cause }, 'realtime connection failed'),
  });
  return {
    realtime: hub,
    async prepare() {
      const { epoch, lastNumber } = await findStream(db);
      hub.epoch = epoch;
      hub.position = lastNumber;
    },
    async deliverWaiting() {
      let more = true;
      while (more) {
        const numbered = await numberWaiting(db, BATCH);
        // if the numbers follow the last delivered one, no other process has numbered publications in between
        const isNext = numbered[0]?.number === hub.position + 1;
        // deliver each batch before numbering the next
        const publications = isNext ? numbered : await listAfter(db, hub.position, BATCH);
        hub.publish(publications);
        // after an incomplete batch, a notification follows for publications that were made meanwhile
        more = numbered.length === BATCH || publications.length === BATCH;
      }
    },
    isDelivered: (lastNumber) => lastNumber <= hub.position,
  };
};

/** Publications are numbered once Centrifugo has accepted them; the others wait in their order. */
const centrifugoTransport = (context: Context, url: string): Transport => {
  const realtime = centrifugo(url, context.config.centrifugo.apiKey ?? '');
  return {
    realtime,
    prepare: async () => undefined,
    async deliverWaiting() {
      const send = async (publications: readonly Publication[], epoch: string) =>
        realtime.publish(publications, epoch);
      while (await numberBatch(context, send));
    },
    isDelivered: () => false,
  };
};
