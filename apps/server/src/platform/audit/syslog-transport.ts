import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect as connectTCP, isIPv6, type Socket } from 'node:net';
import { connect as connectTLS } from 'node:tls';
import type { SyslogAddress } from '../settings/audit-settings.ts';

const TIMEOUT_MS = 10_000;

/**
 * Sends messages to the collector. Over a stream (TCP, TLS) it closes its side after the last message, and resolves
 * when the collector has closed the other side without an error. Datagrams are not acknowledged: over UDP it resolves
 * when they are sent.
 */
export const sendToCollector = (
  address: SyslogAddress,
  messages: readonly string[],
  timeoutMs = TIMEOUT_MS,
): Promise<void> =>
  address.protocol === 'udp' ? sendDatagrams(address, messages) : sendStream(address, messages, timeoutMs);

type StreamAddress = Exclude<SyslogAddress, { protocol: 'udp' }>;

const openStream = (address: StreamAddress): Socket => {
  if (address.protocol === 'unix') return connectTCP({ path: address.path });
  const { host, port } = address;
  if (address.protocol === 'tcp') return connectTCP({ host, port });
  return connectTLS({ host, port, minVersion: 'TLSv1.2' });
};

/** Octet counting (RFC 6587 §3.4.1, RFC 5425 §4.3). */
const framed = (message: string): string => `${Buffer.byteLength(message)} ${message}`;

const sendStream = async (
  address: StreamAddress,
  messages: readonly string[],
  timeoutMs: number,
): Promise<void> => {
  const socket = openStream(address);
  const signal = AbortSignal.timeout(timeoutMs);
  const abort = () => socket.destroy(new Error(`the collector did not answer within ${timeoutMs / 1000} s`));
  signal.addEventListener('abort', abort);
  try {
    await once(socket, address.protocol === 'tls' ? 'secureConnect' : 'connect');
    const closed = once(socket, 'close');
    // awaited below; without this, a failure before the `await` would be an unhandled rejection
    closed.catch(() => undefined);
    // nothing that a collector sends is used, but only a stream that is read reports its end
    socket.resume();
    socket.end(messages.map(framed).join(''));
    await closed;
  } catch (cause) {
    throw hasCode(cause, 'EPROTOTYPE')
      ? new Error('the socket takes datagrams, which Node.js cannot send: let its service listen on UDP', {
          cause,
        })
      : cause;
  } finally {
    signal.removeEventListener('abort', abort);
    socket.destroy();
  }
};

const hasCode = (cause: unknown, code: string): boolean => (cause as NodeJS.ErrnoException)?.code === code;

const sendDatagrams = async (
  { host, port }: Extract<SyslogAddress, { protocol: 'udp' }>,
  messages: readonly string[],
): Promise<void> => {
  const socket = createSocket(isIPv6(host) ? 'udp6' : 'udp4');
  try {
    // after the first datagrams, a connected socket reports if nothing listens on the port
    socket.connect(port, host);
    await once(socket, 'connect');
    let failure: unknown;
    socket.on('error', (cause) => (failure = cause));
    for (const message of messages) {
      await new Promise<void>((resolve, reject) =>
        socket.send(message, (cause) => (cause ? reject(cause) : resolve())),
      );
      if (failure) throw failure;
    }
  } finally {
    socket.close();
  }
};
