import { mkdir, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { dirname, join } from 'node:path';
import {
  type RunningWorkstation,
  socketOf,
  type Workstation,
} from '../../platform/outside/workstation/workstation.ts';

export interface StandIn extends Workstation {
  /** The running programs, newest last. */
  screens: Screen[];
  /** Makes all further starts fail. */
  failStarts(): void;
}

interface Screen {
  uuid: string;
  study: string;
  /** Ends the program, as if its user had closed it. */
  close(): void;
}

/** The first message of an RFB server (RFC 6143, 7.1.1). */
export const GREETING = 'RFB 003.008\n';

/** A workstation whose programs have no screen: they send the RFB greeting, echo all input and serve one client. */
export const standInWorkstation = (folder: string): StandIn => {
  const screens: Screen[] = [];
  let isBroken = false;
  return {
    screens,
    failStarts: () => void (isBroken = true),
    check: async () => undefined,
    removeLeftovers: async () => undefined,
    remove: (uuid) => rm(join(folder, uuid), { recursive: true, force: true }),
    async prepare(uuid) {
      const study = join(folder, uuid, 'study');
      await mkdir(study, { recursive: true });
      return { study };
    },
    async start(uuid) {
      if (isBroken) throw new Error('the test made starts fail');
      const socket = socketOf(folder, uuid);
      await mkdir(dirname(socket));
      return listenAt(socket, (close) => {
        screens.push({ uuid, study: join(folder, uuid, 'study'), close });
        return () => screens.splice(0, screens.length, ...screens.filter((screen) => screen.uuid !== uuid));
      });
    },
  };
};

const listenAt = async (
  path: string,
  onStart: (close: () => void) => () => void,
): Promise<RunningWorkstation> => {
  let client: Socket | undefined;
  const server = createServer((socket) => {
    client?.destroy();
    client = socket;
    socket.on('error', () => socket.destroy());
    socket.write(GREETING);
    socket.pipe(socket);
  });
  const ended = new Promise<void>((resolve) => server.once('close', resolve));
  const close = () => {
    client?.destroy();
    server.close();
  };
  await new Promise<void>((resolve) => server.listen(path, resolve));
  const onEnd = onStart(close);
  ended.then(onEnd);
  return {
    ended,
    async stop() {
      close();
      await ended;
    },
  };
};
