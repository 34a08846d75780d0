import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A process with many WebSockets. Each speaks Centrifugo's client protocol and records the delay of each message.
 * `realtime-listeners.ts FILE`; FILE contains this as JSON.
 */
export interface ListenerGroup {
  url: string;
  listeners: { channel: string; connectionToken: string; channelToken: string | undefined }[];
}

export interface Received {
  /** milliseconds from publishing to receipt, one per received message */
  delays: number[];
  /** messages that did not follow their predecessor in the channel */
  outOfOrder: number;
}

const CONCURRENT_CONNECTS = 50;
const now = () => performance.timeOrigin + performance.now();

const { url, listeners } = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as ListenerGroup;
const received: Received = { delays: [], outOfOrder: 0 };

interface Reply {
  id?: number;
  error?: { code: number };
  push?: { pub?: { data: { data: { messageID: number; text: string } } } };
}

const listen = ({ channel, connectionToken, channelToken }: ListenerGroup['listeners'][number]) =>
  new Promise<void>((resolve, reject) => {
    const socket = new WebSocket(url);
    let last = 0;
    socket.addEventListener('open', () => {
      const connect = { id: 1, connect: { token: connectionToken } };
      const subscribe = { id: 2, subscribe: { channel, token: channelToken } };
      socket.send(`${JSON.stringify(connect)}\n${JSON.stringify(subscribe)}`);
    });
    socket.addEventListener('message', ({ data }) => {
      const arrivedAt = now();
      for (const line of String(data).split('\n')) {
        const reply = JSON.parse(line) as Reply;
        const message = reply.push?.pub?.data.data;
        if (message) {
          received.delays.push(arrivedAt - Number(message.text));
          if (message.messageID !== last + 1) received.outOfOrder += 1;
          last = message.messageID;
        } else if (reply.error) reject(new Error(`refused: ${reply.error.code}`));
        else if (reply.id === 2) resolve();
        else if (reply.id === undefined) socket.send('{}');
      }
    });
    socket.addEventListener('error', () => reject(new Error('the connection failed')));
    socket.addEventListener('close', ({ code }) => reject(new Error(`the connection ended: ${code}`)));
  });

for (let from = 0; from < listeners.length; from += CONCURRENT_CONNECTS) {
  await Promise.all(listeners.slice(from, from + CONCURRENT_CONNECTS).map(listen));
}
process.on('message', async (command) => {
  // waits for messages that are still in transfer
  if (command === 'end') await sleep(2_000);
  process.send?.(received, () => process.exit(0));
});
process.send?.('listening');
