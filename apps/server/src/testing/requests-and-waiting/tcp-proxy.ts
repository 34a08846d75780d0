import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A TCP proxy in front of a server. A test can disconnect it, or stall it without closing the sockets. */
export const startTCPProxy = async (target: string) => {
  const { hostname, port: targetPort } = new URL(target);
  const sockets = new Set<Socket>();
  let isDisconnected = false;
  let isStalled = false;
  const server = createServer((near) => {
    if (isDisconnected) return near.destroy();
    const far = connect(Number(targetPort), hostname);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [near, far].forEach((one) => one.destroy()));
    }
    if (isStalled) return undefined;
    return near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const disconnect = () => {
    isDisconnected = true;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  onTestFinished(() => {
    disconnect();
    server.close();
  });
  return {
    address: `http://127.0.0.1:${port}`,
    /** A database URL with the proxy instead of its host and port. */
    urlThroughProxy: (url: string) => url.replace(/@[^/]+/, `@127.0.0.1:${port}`),
    /** Closes all connections and refuses new ones. */
    disconnect,
    /** Stops forwarding, but leaves the connections open. */
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.unpipe().pause();
    },
    /** Accepts and forwards new connections again. */
    reconnect: () => {
      if (isStalled) disconnect();
      isDisconnected = isStalled = false;
    },
  };
};
