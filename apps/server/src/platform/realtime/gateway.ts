import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import type { Gateway } from '../http/gateways.ts';
import { centrifugo } from '../outside/realtime/centrifugo.ts';
import { Hub } from '../outside/realtime/hub.ts';
import type { Publication, Realtime } from '../outside/realtime/realtime.ts';
import { listenForNotifications } from './listener.ts';
import { findSessionEnd, findStream, hasSweptAfter, listAfter, listOfChannel, numberWaiting } from './queries.ts';
import { numberBatch, runWhenWoken } from './publisher.ts';

/** More than this is asked for anew faster than it is replayed. */
const MAX_RECOVERED = 1000;
const BATCH = 1000;

/** Where realtime connections come in, and by what they are told; lives as long as the server listens. */
export const realtimeGateway = (app: FastifyInstance, context: Context): Gateway => {
  const { url } = context.config.centrifugo;
  const { realtime, deliverWaiting, prepare } = url ? centrifugoTransport(context, url) : hubTransport(context);
  const closing: (() => Promise<void>)[] = [];
  app.addHook('onReady', async () => {
    await prepare();
    const failed = (cause: unknown) => context.log.warn({ err: cause }, 'realtime waits');
    const { wake, stop } = runWhenWoken(deliverWaiting, failed);
    const listener = await listenForNotifications(context, ['announced', 'numbered'], wake);
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
  /** Before anybody connects. */
  prepare(): Promise<void>;
  /** Tells all that there is to tell. */
  deliverWaiting(): Promise<void>;
}

/** Every process numbers what waits, then tells its own clients whatever has a number by now. */
const hubTransport = (context: Context): Transport => {
  const { db, clock, secrets, log } = context;
  const hub = new Hub({
    now: () => clock.now(),
    key: secrets.realtime,
    findSessionEnd: ({ userID, session }) => findSessionEnd(db, Number(userID), session, clock.now()),
    async listMissed(channel, after, upTo) {
      // an offset of the future is one of a database that was put back since
      if (after > upTo && after > (await findStream(db)).lastNumber) return null;
      const missed = await listOfChannel(db, channel, after, upTo, MAX_RECOVERED + 1);
      return missed.length > MAX_RECOVERED || (await hasSweptAfter(db, channel, after)) ? null : missed;
    },
    reportError: (cause) => log.error({ err: cause }, 'realtime failed'),
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
        // right after what was told last: no other process has numbered anything in between
        const isNext = numbered[0]?.number === hub.position + 1;
        // told before the next are numbered: while people go on talking there are always next ones
        const publications = isNext ? numbered : await listAfter(db, hub.position, BATCH);
        hub.publish(publications);
        more = numbered.length > 0 || publications.length === BATCH;
      }
    },
  };
};

/** What Centrifugo took has a number; what it did not send waits, in its order. */
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
  };
};
