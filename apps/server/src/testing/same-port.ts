import { until } from './until.ts';

/** Listens on a port that was given up a moment ago; somebody else's call may go out from it just then. */
export const listenOnFreedPort = <Server>(listen: () => Promise<Server>): Promise<Server> =>
  until('the port to be free', async () => {
    try {
      return { server: await listen() };
    } catch (cause) {
      if ((cause as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw cause;
      return null;
    }
  }).then(({ server }) => server);
