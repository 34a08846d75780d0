import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { type DesktopCloseReason, DESKTOP_CLOSE_CODES } from '@snimok/contract/viewing/remote-desktop';
import type { WebSocket } from 'ws';
import type { Context } from '../../platform/context.ts';
import {
  recordAttendance,
  type DesktopRow,
  type EndedBecause,
  findDesktop,
  removeDesktop,
} from './queries.ts';
import { connectToScreen } from './connect-screen.ts';

interface Connection {
  uuid: string;
  connectionUUID: string;
}

const HEARTBEAT_MS = 5_000;
const POLL_MS = 200;
/** Extracting half a gigabyte on a busy machine takes a while; users give up after this. */
const START_TIMEOUT_MS = 120_000;
/** The worker writes the reason before the screen closes, or a moment after. */
const REASON_TIMEOUT_MS = 3_000;
/** RFC 6455 §7.4.1 and IANA */
const INTERNAL_ERROR = 1011;

/** RFB message types of user input: KeyEvent, PointerEvent (RFC 6143 §7.5), QEMU's extended key event. */
const USER_INPUT_MESSAGES = new Set([4, 5, 255]);

export const closeWith = (socket: WebSocket, end: DesktopCloseReason): void =>
  socket.close(DESKTOP_CLOSE_CODES[end], end);

/**
 * Proxies bytes between an authenticated browser and its screen until either closes, then closes the WebSocket with the
 * reason. Waits for the desktop to start first.
 */
export const proxyDesktop = async (
  context: Context,
  socket: WebSocket,
  connection: Connection,
): Promise<void> => {
  const { db } = context;
  const heartbeat = startHeartbeat(context, socket, connection);
  socket.on('close', (code) => {
    heartbeat.stop();
    if (code === DESKTOP_CLOSE_CODES.done) removeDesktop(db, connection.uuid).catch(heartbeat.logFailure);
  });
  const running = await waitUntilRunning(context, socket, connection);
  if (socket.readyState !== socket.OPEN) return;
  if (!running) return closeWithReason(context, socket, connection);
  const screen = await connectToScreen(context, running).catch((cause: unknown) =>
    heartbeat.logFailure(cause),
  );
  if (!screen) return closeWithReason(context, socket, connection);
  // the browser disconnected in the meantime
  if (socket.readyState !== socket.OPEN) return void screen.destroy();
  screen.on('error', () => screen.destroy());
  pipeBothWays(socket, screen, heartbeat.noteInput);
  // not events.once: a killed screen emits an error, which here is an ordinary end
  await new Promise((resolve) => screen.once('close', resolve));
  await closeWithReason(context, socket, connection);
};

/** Back-pressure both ways, so that a slow side does not fill this process's memory. */
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

/**
 * Records for the worker that the desktop is in use. Detects a browser that no longer replies to pings, and a desktop
 * that has ended or has been taken over by another connection.
 */
const startHeartbeat = (context: Context, socket: WebSocket, connection: Connection) => {
  const { db, clock, log } = context;
  let activeAt = clock.now();
  let hasPonged = true;
  const logFailure = (cause: unknown) =>
    log.warn({ err: cause, uuid: connection.uuid }, 'could not reach a remote desktop');
  const beat = async () => {
    // the connection was cut without FIN or RST
    if (!hasPonged) return socket.terminate();
    hasPonged = false;
    socket.ping();
    if (!(await recordAttendance(db, connection, { attendedAt: clock.now(), activeAt }))) {
      await closeWithReason(context, socket, connection);
    }
  };
  socket.on('pong', () => (hasPonged = true));
  const timer = setInterval(() => void beat().catch(logFailure), HEARTBEAT_MS).unref();
  return {
    logFailure,
    noteInput: () => void (activeAt = clock.now()),
    stop: () => clearInterval(timer),
  };
};

const waitUntilRunning = async (
  context: Context,
  socket: WebSocket,
  { uuid }: Connection,
): Promise<DesktopRow | null> => {
  const deadline = performance.now() + START_TIMEOUT_MS;
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
  const deadline = performance.now() + REASON_TIMEOUT_MS;
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
