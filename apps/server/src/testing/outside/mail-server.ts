import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { listenOnFreedPort } from '../requests-and-waiting/free-port.ts';

interface ReceivedLetter {
  messageID: string;
  to: string;
  source: string;
}

/** What the server does with all letters, until `setBehaviour` is called again. */
type Behaviour =
  | 'accepts'
  | { rejects: 'sender' | 'recipient' | 'letter'; code: number; text: string }
  | 'disconnects during DATA'
  | 'disconnects before the reply';

/** An SMTP server in this process whose behaviour a test chooses. */
export const startMailServer = async () => {
  const received: ReceivedLetter[] = [];
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = 'accepts';
  const refusal = (at: 'sender' | 'recipient' | 'letter') =>
    typeof behaviour === 'object' && behaviour.rejects === at
      ? Object.assign(new Error(behaviour.text), { responseCode: behaviour.code })
      : null;
  const disconnectAll = () => sockets.forEach((socket) => socket.destroy());

  const open = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onMailFrom: (_address, _session, reply) => reply(refusal('sender')),
      onRcptTo: (_address, _session, reply) => reply(refusal('recipient')),
      onData(stream, session, reply) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (behaviour === 'disconnects during DATA') disconnectAll();
        });
        stream.on('end', () => {
          // a letter in one chunk may end before its socket is destroyed
          if (behaviour === 'disconnects during DATA') return disconnectAll();
          const source = Buffer.concat(chunks).toString('utf8');
          const refused = refusal('letter');
          if (refused) return reply(refused);
          const messageID = /^message-id: (\S+)/im.exec(source)?.[1] ?? '';
          received.push({ messageID, to: session.envelope.rcptTo[0]?.address ?? '', source });
          return behaviour === 'disconnects before the reply' ? disconnectAll() : reply();
        });
      },
    });
    server.server.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', resolve);
    });
    server.on('error', () => undefined);
    return server;
  };
  const close = (server: SMTPServer) => {
    disconnectAll();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };

  let server = await open(0);
  const { port } = server.server.address() as AddressInfo;
  onTestFinished(() => close(server));
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    setBehaviour(next: Behaviour) {
      behaviour = next;
    },
    stop: () => close(server),
    async startAgain() {
      server = await listenOnFreedPort(() => open(port));
    },
  };
};
