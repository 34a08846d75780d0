import { DESKTOP_CLOSE_CODES } from '@snimok/contract/remote-desktop';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { TestReply } from './client.ts';
import { until } from './until.ts';

/** Of an answer to `…/remote-session`. */
export const remoteSessionURL = ({ body }: TestReply): string => (body as { remoteSessionURL: string }).remoteSessionURL;

/** A browser that looks at a desktop: what it was sent, and how that ended, in a word of the contract. */
export const connectToDesktop = (url: string, options: { origin?: string } = {}) => {
  const socket = new WebSocket(url, ['binary'], options);
  onTestFinished(() => socket.terminate());
  const received = { text: '', end: '' };
  socket.on('message', (bytes) => (received.text += String(bytes)));
  socket.on('close', (code) => {
    received.end ||= Object.entries(DESKTOP_CLOSE_CODES).find(([, known]) => known === code)?.[0] ?? String(code);
  });
  socket.on('unexpected-response', (_request, reply) => (received.end = `HTTP ${reply.statusCode}`));
  socket.on('error', () => undefined);
  return {
    socket,
    seen: received,
    waitForText: (text: string) => until(`the screen to show ${text}`, () => received.text.includes(text)),
    waitForClose: () => until('the end of a remote desktop', () => received.end),
  };
};
