import { expect, test } from 'vitest';
import { mailURLOf, noMailServer } from './mail-server.ts';

const server = { ...noMailServer, host: 'smtp.center.test', user: 'a@center.test', password: 'p/w:?' };

test('a password is encoded, and sent only over an encrypted connection', () => {
  expect(mailURLOf(server)).toBe('smtps://a%40center.test:p%2Fw%3A%3F@smtp.center.test:465');
  expect(new URL(mailURLOf({ ...server, port: '587' })).searchParams.get('requireTLS')).toBe('true');
});

test('a server without a user needs no encryption', () => {
  expect(mailURLOf({ ...server, port: '25', user: '' })).toBe('smtp://smtp.center.test:25');
});
