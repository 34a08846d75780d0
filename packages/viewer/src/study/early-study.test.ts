import { afterEach, expect, test } from 'vitest';
import { peekEarlyStudy, takeEarlyStudy } from './early-study.ts';

const page = globalThis as { earlyStudy?: { ticket: string; reply: Promise<Response> } | undefined };
const request = (reply: Response) => {
  page.earlyStudy = { ticket: 'ticket', reply: Promise.resolve(reply) };
};
afterEach(() => {
  page.earlyStudy = undefined;
});

test('the first picture and the viewer read the same reply, in either order', async () => {
  request(Response.json({ status: 'ready' }));
  const [peeked, taken] = await Promise.all([peekEarlyStudy('ticket'), takeEarlyStudy('ticket')]);
  expect([peeked, taken]).toEqual([{ status: 'ready' }, { status: 'ready' }]);

  request(Response.json({ status: 'ready' }));
  expect(await takeEarlyStudy('ticket')).toEqual({ status: 'ready' });
  expect(await peekEarlyStudy('ticket')).toBeUndefined();
});

test('there is no first picture for another ticket, a refusal or a lost connection', async () => {
  request(Response.json({ status: 'ready' }));
  expect(await peekEarlyStudy('another')).toBeUndefined();
  request(new Response(null, { status: 403 }));
  expect(await peekEarlyStudy('ticket')).toBeUndefined();
  page.earlyStudy = { ticket: 'ticket', reply: Promise.reject(new TypeError('offline')) };
  expect(await peekEarlyStudy('ticket')).toBeUndefined();
});
