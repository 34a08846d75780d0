import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type DesktopCloseReason, DESKTOP_CLOSE_CODES } from '@snimok/contract/remote-desktop';
import type { WebSocket } from 'ws';
import type { Context } from '../../platform/context.ts';
import { recordAttendance, type DesktopRow, type EndedBecause, findDesktop, removeDesktop } from './queries.ts';
import { connectToScreen } from './connect-screen.ts';

interface Connection {
  uuid: string;
  connectionUUID: string;
}

const HEARTBEAT_MS = 5_000;
const POLL_MS = 200;
/** Unpacking half a gigabyte on a busy machine takes a while; who waits longer believes in no end. */
const START_WITHIN_MS = 120_000;
/** The worker writes why it ends a desktop before, or a moment after its screen goes. */
const REASON_WITHIN_MS = 3_000;
/** RFC 6455 §7.4.1 and IANA */
const INTERNAL_ERROR = 1011;

/** RFB's messages of a hand on keyboard or mouse: KeyEvent, PointerEvent, and QEMU's extended key (RFC 6143 §7.5). */
const USER_INPUT_MESSAGES = new Set([4, 5, 255]);

export const closeWith = (socket: WebSocket, end: DesktopCloseReason): void => socket.close(DESKTOP_CLOSE_CODES[end], end);

/** From a browser that has been let in to its screen and back, until either ends, and then says why. */
export const proxyDesktop = async (context: Context, socket: WebSocket, connection: Connection): Promise<void> => {
  const { db } = context;
  const heartbeat = startHeartbeat(context, socket, connection);
  socket.on('close', (code) => {
    heartbeat.stop();
    if (code === DESKTOP_CLOSE_CODES.done) removeDesktop(db, connection.uuid).catch(heartbeat.failed);
  });
  const running = await untilRunning(context, socket, connection);
  if (socket.readyState !== socket.OPEN) return;
  if (!running) return closeWithReason(context, socket, connection);
  const screen = await connectToScreen(context, running).catch((cause: unknown) => heartbeat.failed(cause));
  if (!screen) return closeWithReason(context, socket, connection);
  // gone while we were on the way there
  if (socket.readyState !== socket.OPEN) return void screen.destroy();
  screen.on('error', () => screen.destroy());
  pipeBothWays(socket, screen, heartbeat.noteInput);
  // a screen that is ended by force ends with an error, which is its end like any other
  await new Promise((resolve) => screen.once('close', resolve));
  await closeWithReason(context, socket, connection);
};

/** Each side waits for the other, so that neither fills this process's memory. */
const pipeBothWays = (socket: WebSocket, screen: Socket, noteInput: () => void): void => {
  screen.on('data', (bytes) => {
    screen.pause();
    socket.send(bytes, { binary: true }, () => screen.resume());
  });
  socket.on('message', (message) => {
    const bytes = message as Buffer;
    if (USER_INPUT_MESSAGES.has(bytes[0] ?? 0)) noteInput();
    if (screen.write(bytes)) return;
    socket.pause();
    screen.once('drain', () => socket.resume());
  });
  socket.on('close', () => screen.destroy());
};

/** Tells the worker that somebody is there, and notices when nobody is, or somebody else. */
const startHeartbeat = (context: Context, socket: WebSocket, connection: Connection) => {
  const { db, clock, log } = context;
  let activeAt = clock.now();
  let answered = true;
  const logFailure = (cause: unknown) =>
    log.warn({ err: cause, uuid: connection.uuid }, 'a remote desktop waits');
  const beat = async () => {
    // a line that was cut without a word
    if (!answered) return socket.terminate();
    answered = false;
    socket.ping();
    if (!(await recordAttendance(db, connection, { attendedAt: clock.now(), activeAt }))) {
      await closeWithReason(context, socket, connection);
    }
  };
  socket.on('pong', () => (answered = true));
  const timer = setInterval(() => void beat().catch(logFailure), HEARTBEAT_MS).unref();
  return {
    failed: logFailure,
    noteInput: () => void (activeAt = clock.now()),
    stop: () => clearInterval(timer),
  };
};

const untilRunning = async (
  context: Context,
  socket: WebSocket,
  { uuid }: Connection,
): Promise<DesktopRow | null> => {
  const deadline = performance.now() + START_WITHIN_MS;
  while (socket.readyState === socket.OPEN && performance.now() < deadline) {
    const desktop = await findDesktop(context.db, uuid);
    if (desktop?.state === 'running') return desktop;
    if (!desktop || desktop.state === 'ended') return null;
    await pause(POLL_MS);
  }
  return null;
};

const closeWithReason = async (
  { db }: Context,
  socket: WebSocket,
  { uuid, connectionUUID }: Connection,
): Promise<void> => {
  const deadline = performance.now() + REASON_WITHIN_MS;
  while (socket.readyState === socket.OPEN) {
    const desktop = await findDesktop(db, uuid);
    if (!desktop) return closeWith(socket, 'over');
    if (desktop.connectionUUID !== connectionUUID) return closeWith(socket, 'taken');
    if (desktop.state === 'ended') return closeAfterEnd(socket, desktop.endedBecause as EndedBecause);
    if (desktop.state !== 'running' || performance.now() > deadline) return closeWith(socket, 'failed');
    await pause(POLL_MS);
  }
};

const closeAfterEnd = (socket: WebSocket, because: EndedBecause): void =>
  because === 'stopped' ? socket.close(INTERNAL_ERROR) : closeWith(socket, because);
