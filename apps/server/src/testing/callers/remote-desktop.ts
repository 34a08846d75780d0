import { DESKTOP_CLOSE_CODES } from '@snimok/contract/viewing/remote-desktop';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { TestReply } from '../requests-and-waiting/client.ts';
import { until } from '../requests-and-waiting/until.ts';

/** The URL in a response to `…/remote-session`. */
export const remoteSessionURL = ({ body }: TestReply): string =>
  (body as { remoteSessionURL: string }).remoteSessionURL;

/** Connects to a desktop as a browser does. `end` is the contract's name of the close code, or the HTTP status. */
export const connectToDesktop = (url: string, options: { origin?: string } = {}) => {
  const socket = new WebSocket(url, ['binary'], options);
  onTestFinished(() => socket.terminate());
  const received = { text: '', end: '' };
  socket.on('message', (bytes) => (received.text += String(bytes)));
  socket.on('close', (code) => {
    received.end ||=
      Object.entries(DESKTOP_CLOSE_CODES).find(([, each]) => each === code)?.[0] ?? String(code);
  });
  socket.on('unexpected-response', (_request, reply) => (received.end = `HTTP ${reply.statusCode}`));
  socket.on('error', () => undefined);
  return {
    socket,
    received,
    waitForText: (text: string) => until(`the screen to show ${text}`, () => received.text.includes(text)),
    waitForClose: () => until('the end of a remote desktop', () => received.end),
  };
};
