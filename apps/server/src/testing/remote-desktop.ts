import { DESKTOP_CLOSE_CODES } from '@snimok/contract/remote-desktop';
import { onTestFinished } from 'vitest';
import WebSocket from 'ws';
import type { TestReply } from './client.ts';
import { until } from './until.ts';

/** Of an answer to `…/remote-session`. */
export const urlIn = ({ body }: TestReply): string => (body as { remoteSessionURL: string }).remoteSessionURL;

/** A browser that looks at a desktop: what it was sent, and how that ended, in a word of the contract. */
export const lookAt = (url: string, options: { origin?: string } = {}) => {
  const socket = new WebSocket(url, ['binary'], options);
  onTestFinished(() => socket.terminate());
  const seen = { text: '', end: '' };
  socket.on('message', (bytes) => (seen.text += String(bytes)));
  socket.on('close', (code) => {
    seen.end ||= Object.entries(DESKTOP_CLOSE_CODES).find(([, known]) => known === code)?.[0] ?? String(code);
  });
  socket.on('unexpected-response', (_request, reply) => (seen.end = `HTTP ${reply.statusCode}`));
  socket.on('error', () => undefined);
  return {
    socket,
    seen,
    sees: (text: string) => until(`the screen to show ${text}`, () => seen.text.includes(text)),
    ends: () => until('the end of a remote desktop', () => seen.end),
  };
};
