import { createServer, type AddressInfo } from 'node:net';
import { until } from './until.ts';

/** A port of this machine on which nothing listens at the moment. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/**
 * Listens on a port that was closed a moment ago. Retries, because an outgoing connection may use the port meanwhile.
 */
export const listenOnFreedPort = <Server>(listen: () => Promise<Server>): Promise<Server> =>
  until('the port to be free', async () => {
    try {
      return { server: await listen() };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
      return null;
    }
  }).then(({ server }) => server);
