import { type IncomingMessage, request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { Duplex } from 'node:stream';

/** The end of a WebSocket's way to us is the beginning of its way to another server: bytes in, bytes out. */
export const proxyUpgrade = (target: URL, incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const outgoing = send(target, {
    // the caller's own address is what its origin is checked against
    headers: { ...incoming.headers, ...(incoming.headers.host && { host: incoming.headers.host }) },
  });
  const giveUp = () => socket.destroy();
  socket.on('error', () => outgoing.destroy());
  outgoing.on('upgrade', (answer, upstream, rest) => {
    socket.write(headOf('101 Switching Protocols', answer));
    socket.write(rest);
    upstream.write(head);
    upstream.on('error', giveUp).on('close', giveUp);
    socket.on('close', () => upstream.destroy());
    upstream.pipe(socket).pipe(upstream);
  });
  outgoing.on('response', (answer) => {
    socket.end(headOf(`${answer.statusCode} ${answer.statusMessage ?? ''}`, answer));
    answer.resume();
  });
  outgoing.on('error', () => socket.end('HTTP/1.1 502 Bad Gateway\r\nConnection: close\r\n\r\n'));
  outgoing.end();
};

const headOf = (status: string, { rawHeaders }: IncomingMessage): string => {
  const lines = rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : []));
  return [`HTTP/1.1 ${status}`, ...lines, '', ''].join('\r\n');
};
