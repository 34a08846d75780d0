import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** A process full of listeners: each a WebSocket that speaks the client protocol, and notes when it was told what. */
export interface Listening {
  url: string;
  listeners: { channel: string; connectionToken: string; channelToken: string | undefined }[];
}

export interface Heard {
  /** milliseconds from the announcement to its arrival, of everything that arrived */
  delays: number[];
  /** what did not come right after what it follows in its channel */
  outOfOrder: number;
}

const CONNECTING_AT_ONCE = 50;
const now = () => performance.timeOrigin + performance.now();

const { url, listeners } = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as Listening;
const heard: Heard = { delays: [], outOfOrder: 0 };

interface Reply {
  id?: number;
  error?: { code: number };
  push?: { pub?: { data: { data: { messageID: number; text: string } } } };
}

const listen = ({ channel, connectionToken, channelToken }: Listening['listeners'][number]) =>
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
          heard.delays.push(arrivedAt - Number(message.text));
          if (message.messageID !== last + 1) heard.outOfOrder += 1;
          last = message.messageID;
        } else if (reply.error) reject(new Error(`refused: ${reply.error.code}`));
        else if (reply.id === 2) resolve();
        else if (reply.id === undefined) socket.send('{}');
      }
    });
    socket.addEventListener('error', () => reject(new Error('the connection failed')));
    socket.addEventListener('close', ({ code }) => reject(new Error(`the connection ended: ${code}`)));
  });

for (let from = 0; from < listeners.length; from += CONNECTING_AT_ONCE) {
  await Promise.all(listeners.slice(from, from + CONNECTING_AT_ONCE).map(listen));
}
process.on('message', async (question) => {
  // what is on its way yet
  if (question === 'end') await sleep(2_000);
  process.send?.(heard, () => process.exit(0));
});
process.send?.('listening');
