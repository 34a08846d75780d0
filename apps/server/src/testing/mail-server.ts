import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';
import { listenOnFreedPort } from './same-port.ts';

interface ReceivedLetter {
  messageID: string;
  to: string;
  source: string;
}

/** What the server does with the next letters, until it is told something else. */
export type Behaviour =
  | 'takes'
  | { rejects: 'sender' | 'recipient' | 'letter'; code: number; text: string }
  | 'hangs up in the letter'
  | 'hangs up before its answer';

/** A mail server in this process that does what it is told. It speaks real SMTP. */
export const startMailServer = async () => {
  const received: ReceivedLetter[] = [];
  const sockets = new Set<Socket>();
  let behaviour: Behaviour = 'takes';
  const refusal = (at: 'sender' | 'recipient' | 'letter') =>
    typeof behaviour === 'object' && behaviour.rejects === at
      ? Object.assign(new Error(behaviour.text), { responseCode: behaviour.code })
      : null;
  const hangUp = () => sockets.forEach((socket) => socket.destroy());

  const open = async (port: number): Promise<SMTPServer> => {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      disableReverseLookup: true,
      onMailFrom: (_address, _session, answer) => answer(refusal('sender')),
      onRcptTo: (_address, _session, answer) => answer(refusal('recipient')),
      onData(stream, session, answer) {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => {
          parts.push(part);
          if (behaviour === 'hangs up in the letter') hangUp();
        });
        stream.on('end', () => {
          // all of it came at once
          if (behaviour === 'hangs up in the letter') return hangUp();
          const source = Buffer.concat(parts).toString('utf8');
          const refused = refusal('letter');
          if (refused) return answer(refused);
          const messageID = /^message-id: (\S+)/im.exec(source)?.[1] ?? '';
          received.push({ messageID, to: session.envelope.rcptTo[0]?.address ?? '', source });
          return behaviour === 'hangs up before its answer' ? hangUp() : answer();
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
    hangUp();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };

  let server = await open(0);
  const { port } = server.server.address() as AddressInfo;
  onTestFinished(() => close(server));
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken: received,
    setBehaviour(next: Behaviour) {
      behaviour = next;
    },
    stop: () => close(server),
    async startAgain() {
      server = await listenOnFreedPort(() => open(port));
    },
  };
};
