import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';

/** Repeats a WebSocket upgrade at another server and then copies bytes between the two connections. */
export const proxyUpgrade = (target: URL, incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(target, {
    // keeps the browser's Host header, which the target compares with Origin
    headers: { ...incoming.headers, ...(incoming.headers.host && { host: incoming.headers.host }) },
  });
  const destroySocket = () => socket.destroy();
  socket.on('error', () => outgoing.destroy());
  outgoing.on('upgrade', (response, upstream, rest) => {
    socket.write(headOf('101 Switching Protocols', response));
    socket.write(rest);
    upstream.write(head);
    upstream.on('error', destroySocket).on('close', destroySocket);
    socket.on('close', () => upstream.destroy());
    upstream.pipe(socket).pipe(upstream);
  });
  outgoing.on('response', (response) => {
    socket.end(headOf(`${response.statusCode} ${response.statusMessage ?? ''}`, response));
    response.resume();
  });
  outgoing.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'));
  outgoing.end();
};

const headOf = (status: string, { rawHeaders }: IncomingMessage): string => {
  const lines = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [`${name}: ${rawHeaders[index + 1]}`] : [],
  );
  return [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
};
