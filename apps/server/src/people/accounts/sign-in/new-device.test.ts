import { expect, test } from 'vitest';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

test('a sign-in from a new device is reported by letter once, and not if the owner declined', async () => {
  const server = await startServer();
  await server.work('send-letter');
  const { id, email, password } = await server.make.doctor({ name: 'Анна' });
  const from = async (userAgent: string) => {
    const browser = client(server.address, { 'user-agent': userAgent });
    expect((await browser.signIn(email, password)).status).toBe(200);
    return browser;
  };
  const letters = async () => {
    const all = server.context.db.selectFrom('letters').select(['template', 'recipient']);
    return (await all.where('template', '=', 'new-device').execute()).length;
  };
  // not reported: the first sign-in of an account, and the browser of an open session
  const office = await from(CHROME);
  await from(CHROME);
  expect(await letters()).toBe(0);

  await from(FIREFOX);
  const letter = await until('the letter', () => server.outbox[0]);
  expect(letter).toMatchObject({ to: email, subject: 'Вход в кабинет «Снимок» с нового устройства' });
  expect(letter.text).toContain('Firefox, Linux');
  expect(letter.text).toContain('http://portal.test/doctor-area/profile');
  // the same browser is not reported again after its session has ended
  await server.context.db.deleteFrom('sessions').where('accountID', '=', id).execute();
  await from(FIREFOX);
  expect(await letters()).toBe(1);

  const again = await from(CHROME);
  expect(await letters()).toBe(2);
  expect((await again.put('/account/letters', { declined: ['sign-ins'] })).status).toBe(204);
  await from('Safari/18.6 Macintosh');
  expect(await letters()).toBe(2);
  expect((await office.get('/doctor/me')).status).toBe(401);
});
