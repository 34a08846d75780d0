import { getIdentity } from '@snimok/contract/administration/centre-identity';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { deliverLetter } from '../../platform/letters/send.ts';
import { refusal, responseOf } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

const contacts = {
  name: 'Центр «Резец»',
  legalName: 'ООО «Резец»',
  address: 'Москва, проспект Мира, 1',
  phones: ['+7 495 000-00-00'],
  hours: 'пн–пт 9:00–20:00',
  licence: 'ЛО-77-01-000000',
  website: 'rezec.example',
};

const picture = (type: 'png' | 'jpeg' | 'webp', width = 900, height = 300) =>
  sharp({ create: { width, height, channels: 3, background: '#0b7285' } })
    .withExif({ IFD0: { Copyright: 'Снято дома' } })
    .toFormat(type)
    .toBuffer();
const dataURL = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

const start = async () => {
  const server = await startServer();
  const admin = await server.as(await server.make.assistant());
  const identity = async () => responseOf(getIdentity, await server.nobody.get('/identity'));
  const change = async (part: object = {}) =>
    admin.put('/assistant/identity', { ...contacts, version: (await identity()).version, ...part });
  return { ...server, admin, identity, change };
};

test('the identity that an administrator has entered can be read without an account', async () => {
  const { identity, change } = await start();
  expect(await identity()).toEqual({
    name: '',
    legalName: '',
    address: '',
    phones: [],
    hours: '',
    licence: '',
    website: '',
    logo: null,
    version: 0,
  });
  expect((await change()).status).toBe(204);
  expect(await identity()).toEqual({
    ...contacts,
    website: 'https://rezec.example',
    logo: null,
    version: 1,
  });
});

test('an assistant without the right to administer and a doctor cannot change the identity', async () => {
  const { as, make, identity, context } = await start();
  const limited = await make.assistant();
  const rights = ['studies', 'clients', 'banner', 'booking'];
  await context.db.updateTable('accounts').set({ rights }).where('id', '=', limited.id).execute();
  const staff = await as(limited);
  const doctor = await as(await make.doctor());
  for (const person of [staff, doctor])
    expect((await person.put('/assistant/identity', { ...contacts, version: 0 })).status).toBe(403);
  expect((await identity()).name).toBe('');
});

test('if two assistants change the identity at once, one of the changes is refused', async () => {
  const { change, identity, as, make } = await start();
  const colleague = await as(await make.assistant());
  const replies = await Promise.all([
    change({ version: 0, name: 'Первый' }),
    colleague.put('/assistant/identity', { ...contacts, version: 0, name: 'Второй' }),
  ]);
  expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 409]);
  const saved = replies[0]?.status === 204 ? 'Первый' : 'Второй';
  expect(await identity()).toMatchObject({ name: saved, version: 1 });
});

test('a repeated change of the identity, whose first answer was lost, is not a conflict', async () => {
  const { change, identity } = await start();
  const logo = dataURL('image/png', await picture('png'));
  for (const _ of ['first', 'again']) expect((await change({ version: 0, logo })).status).toBe(204);
  expect((await identity()).version).toBe(1);
  expect((await change({ version: 0, logo: null })).status).toBe(409);
  expect((await change({ version: 0, logo, hours: 'пн 9:00–10:00' })).status).toBe(409);
  expect((await change()).status).toBe(204);
  // the same contents as stored, but based on the version before two changes
  expect((await change({ version: 0 })).status).toBe(409);
});

test.for(['png', 'jpeg', 'webp'] as const)(
  'a logo in %s is published as a small PNG of the portal',
  async (type) => {
    const { change, identity, nobody, address } = await start();
    const sent = await picture(type);
    expect((await change({ logo: dataURL(`image/${type}`, sent) })).status).toBe(204);
    const { logo } = await identity();
    const reply = await fetch(`${address}${logo}`);
    expect(reply.headers.get('content-type')).toBe('image/png');
    expect(reply.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(reply.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await reply.arrayBuffer());
    const { width, height, format, exif } = await sharp(bytes).metadata();
    expect({ width, height, format, exif }).toEqual({
      width: 480,
      height: 160,
      format: 'png',
      exif: undefined,
    });
    expect(bytes.equals(sent)).toBe(false);
    // the picture stays when only texts change, and its address too
    expect((await change({ name: 'Другое имя' })).status).toBe(204);
    expect((await identity()).logo).toBe(logo);
    expect((await change({ logo: null })).status).toBe(204);
    expect((await identity()).logo).toBeNull();
    expect((await nobody.get('/identity/logo')).status).toBe(404);
  },
);

test('a browser that has the current identity and logo gets 304', async () => {
  const { change, nobody } = await start();
  await change({ logo: dataURL('image/png', await picture('png')) });
  for (const path of ['/identity', '/identity/logo']) {
    const first = await nobody.get(path);
    const tag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('public, no-cache');
    expect((await nobody.get(path, { 'if-none-match': tag })).status).toBe(304);
    await change({ name: path, logo: dataURL('image/png', await picture('png', 90, path.length)) });
    expect((await nobody.get(path, { 'if-none-match': tag })).status).toBe(200);
  }
});

test('a file that is not a PNG, JPEG or WebP is refused as a logo', async () => {
  const { change, identity } = await start();
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><script>alert(1)</script></svg>',
  );
  const png = await picture('png');
  const wrongType = [400, 'Логотип (logo): нужна картинка PNG, JPEG или WebP'];
  for (const logo of [
    dataURL('image/svg+xml', svg),
    dataURL('image/png', svg),
    dataURL('image/png', Buffer.from('%PDF-1.7 and so on')),
    dataURL('image/gif', png),
    'https://evil.test/logo.png',
    '',
  ])
    expect(refusal(await change({ logo }))).toEqual(wrongType);
  expect(refusal(await change({ logo: dataURL('image/png', png.subarray(0, 60)) }))).toEqual([
    400,
    'Картинка логотипа повреждена или слишком велика. Выберите другую',
  ]);
  const large = Buffer.concat([png, Buffer.alloc(1024 * 1024)]);
  expect(refusal(await change({ logo: dataURL('image/png', large) }))).toEqual([
    413,
    'Логотип больше 1 МБ. Уменьшите его или выберите другой',
  ]);
  expect(await identity()).toMatchObject({ logo: null, version: 0 });
});

test('a small file that decodes to very many pixels is refused as a logo', async () => {
  const { change } = await start();
  const bomb = await sharp({ create: { width: 9000, height: 9000, channels: 3, background: '#fff' } })
    .png({ palette: true, compressionLevel: 9 })
    .toBuffer();
  expect(bomb.length).toBeLessThan(1024 * 1024);
  expect((await change({ logo: dataURL('image/png', bomb) })).status).toBe(400);
});

test('a website is a web address, and other fields are single lines', async () => {
  const { change, identity } = await start();
  for (const website of [
    'javascript:alert(1)',
    'data:text/html,x',
    'https://user@clinic.ru',
    'клиника',
    'ftp://a.ru',
  ])
    expect(refusal(await change({ website }))).toEqual([
      400,
      'website: введите адрес сайта, например https://clinic.ru',
    ]);
  expect((await change({ phones: ['<b>1</b>'] })).status).toBe(400);
  expect((await change({ name: 'Центр\r\nBcc: all@evil.test' })).status).toBe(204);
  expect((await identity()).name).toBe('Центр Bcc: all@evil.test');
});

test('letters name the centre and its contacts', async () => {
  const { change, admin, context, outbox } = await start();
  await change({ name: 'Центр <Резец>\r\nBcc: all@evil.test' });
  await admin.post('/assistant/doctors', { name: 'Анна', email: 'anna@clinic.test' });
  const { id } = await context.db.selectFrom('letters').select('id').executeTakeFirstOrThrow();
  await deliverLetter(context, { letterID: id });
  const letter = outbox.at(-1);
  expect(letter?.text).toContain(
    '— \nЦентр <Резец> Bcc: all@evil.test\nМосква, проспект Мира, 1\n+7 495 000-00-00\n',
  );
  expect(letter?.html).toContain('Центр &lt;Резец&gt; Bcc: all@evil.test');
  expect(letter?.to).toBe('anna@clinic.test');
});
