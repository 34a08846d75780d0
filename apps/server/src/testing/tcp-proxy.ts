import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A line to a server that can be cut, as when a laptop sleeps, or fall silent without a word, and be mended again. */
export const startTCPProxy = async (target: string) => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((one) => one.destroy()));
    }
    if (isSilent) return undefined;
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const disconnect = () => {
    isCut = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    disconnect();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The same server by way of this line. */
    urlThroughProxy: (url: string) => url.replace(/@[^/]+/, `@127.0.0.1:${(server.address() as AddressInfo).port}`),
    cut: disconnect,
    /** Nothing passes any more, and nobody is told. */
    stall: () => {
      isSilent = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    reconnect: () => {
      if (isSilent) disconnect();
      isCut = isSilent = false;
    },
  };
};
