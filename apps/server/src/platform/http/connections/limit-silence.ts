import type { FastifyInstance } from 'fastify';
import { resetConnection } from '../../transfer-watch/transfer-watch.ts';

/** Closes a connection that passes no byte of a response for this time, so that a stalled reader keeps nothing open. */
export const limitSilence = (app: FastifyInstance, maxSilenceMs: number): void => {
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    // Node restarts the timer whenever the kernel has taken bytes, also within one large write
    raw.setTimeout(maxSilenceMs, () => resetConnection(raw));
    done();
  });
};
