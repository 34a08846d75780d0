import { getAdvert, getBanner } from '@snimok/contract/messaging/banner';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf, refusal } from '../../testing/requests-and-waiting/contract.ts';
import { startServer } from '../../testing/portal/server.ts';

const signIn = async () => {
  const server = await startServer();
  const { as, make } = server;
  return { ...server, centre: await as(await make.assistant()), clinic: await as(await make.doctor()) };
};

const bannerOf = async (client: TestClient) =>
  responseOf(getBanner, await client.get('/assistant/adv')) as { text: string; image: string | null };

const picture = async (type: 'png' | 'jpeg', width = 60, height = 20): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0b7285' } })
    .toFormat(type)
    .toBuffer();

const dataURL = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;

test('a client sees the banner that the centre wrote, entity-encoded once', async () => {
  const { centre, clinic } = await signIn();
  expect(responseOf(getAdvert, await clinic.get('/doctor/adv'))).toEqual({ text: '', image: null });
  const image = dataURL('image/png', await picture('png'));
  const text = '<p>Мы <strong>открылись</strong> в «Центре» &amp; ждём 5 &lt; 7</p>';
  expect((await centre.post('/assistant/adv', { text, image })).status).toBe(204);
  const stored = {
    text: '&lt;p&gt;Мы &lt;strong&gt;открылись&lt;/strong&gt; в «Центре» &amp;amp; ждём 5 &amp;lt; 7&lt;/p&gt;',
    image,
  };
  expect(await bannerOf(centre)).toEqual(stored);
  expect(responseOf(getAdvert, await clinic.get('/doctor/adv'))).toEqual(stored);
});

test('the formatting of the editor is stored, active content is removed', async () => {
  const { centre } = await signIn();
  const storedText = async (html: string) => {
    expect((await centre.post('/assistant/adv', { text: html })).status).toBe(204);
    const { text } = await bannerOf(centre);
    const characters = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
    return text.replace(/&(lt|gt|quot|#39|amp);/g, (_, name: keyof typeof characters) => characters[name]);
  };
  const link = (href: string) => `<a href="${href}" target="_blank" rel="noopener noreferrer">там</a>`;
  for (const html of [
    '<p><b>а</b><i>б</i><strong>в</strong><em>г</em><br />д</p>',
    '<ul><li><p>раз</p></li></ul><ol><li>два</li></ol>',
    link('https://clinic.test/?a=1&amp;b=2'),
    link('mailto:a@clinic.test'),
    link('tel:+79991234567'),
    'Ещё&lt;script&gt;',
  ])
    expect(await storedText(html)).toBe(html);
  for (const [html, rest] of [
    ['<p>а</p><script>alert(1)</script>', '<p>а</p>'],
    ['<p onclick="alert(1)" style="position:fixed" class="x">а</p>', '<p>а</p>'],
    ['<img src=x onerror=alert(1)>а<iframe src="//evil.test"></iframe>', 'а'],
    ['<a href="javascript:alert(1)">там</a>', 'там'],
    ['<a href="java\tscript:alert(1)">там</a>', 'там'],
    ['<a href="data:text/html,<script>1</script>">там</a>', 'там'],
    ['<a href="//evil.test">там</a><a href="/logout">и тут</a>', 'тами тут'],
    ['<a href="https://clinic.test" target="_self" rel="opener">там</a>', link('https://clinic.test')],
    ['<svg><p><style><a title="</style><img src onerror=alert(1)>">а', ''],
    ['<p>а<b>б', '<p>а<b>б</b></p>'],
    [`${'<ul><li>'.repeat(500)}глубоко`, `${'<ul><li>'.repeat(10)}глубоко${'</li></ul>'.repeat(10)}`],
    ['<p></p><p> &nbsp;<br></p>', ''],
  ] as const)
    expect(await storedText(html)).toBe(rest);
});

test('a picture must be a PNG or a JPEG by its bytes, of at most 8000 pixels a side', async () => {
  const { centre } = await signIn();
  const png = await picture('png');
  const jpeg = await picture('jpeg');
  const send = (image: unknown) => centre.post('/assistant/adv', { text: 'Текст', image });
  const wrongType = [400, 'Картинка (image): нужен файл PNG или JPEG'];
  for (const image of [
    dataURL('application/pdf', Buffer.from('%PDF-1.7')),
    dataURL('image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    dataURL('image/png', Buffer.from('%PDF-1.7 and so on, for as long as a header would be')),
    dataURL('image/png', jpeg),
    dataURL('image/jpeg', png),
    dataURL('image/jpeg', jpeg.subarray(0, 12)),
    dataURL('image/png', Buffer.alloc(0)),
    'data:image/png;base64,не картинка',
    'https://evil.test/pixel.png',
  ])
    expect(refusal(await send(image))).toEqual(wrongType);
  expect((await send(7)).status).toBe(400);
  expect(await bannerOf(centre)).toEqual({ text: '', image: null });

  const wide = Buffer.from(png);
  wide.writeUInt32BE(60_000, 16);
  expect(refusal(await send(dataURL('image/png', wide)))).toEqual([
    400,
    'Картинка (image): не больше 8000 точек по каждой стороне',
  ]);

  expect((await send(dataURL('image/jpeg', jpeg))).status).toBe(204);
  expect((await bannerOf(centre)).image).toBe(dataURL('image/jpeg', jpeg));
});

test('a picture of four megabytes is stored, one of a byte more is refused', async () => {
  const { centre } = await signIn();
  const padded = async (size: number) => {
    const bytes = Buffer.alloc(size, 1);
    (await picture('png')).copy(bytes);
    return dataURL('image/png', bytes);
  };
  const largest = await padded(4 * 1024 * 1024);
  expect((await centre.post('/assistant/adv', { text: '', image: largest })).status).toBe(204);
  expect((await bannerOf(centre)).image === largest).toBe(true);
  const larger = await padded(4 * 1024 * 1024 + 1);
  expect(refusal(await centre.post('/assistant/adv', { text: '', image: larger }))).toEqual([
    413,
    'Картинка больше 4 МБ. Уменьшите её или выберите другую',
  ]);
  expect((await bannerOf(centre)).image === largest).toBe(true);
});

test('an omitted or empty text or picture is removed', async () => {
  const { centre } = await signIn();
  const image = dataURL('image/png', await picture('png'));
  for (const none of [{ text: 'Текст' }, { text: 'Текст', image: '' }, { text: 'Текст', image: null }]) {
    await centre.post('/assistant/adv', { text: 'Было', image });
    expect((await centre.post('/assistant/adv', none)).status).toBe(204);
    expect(await bannerOf(centre)).toEqual({ text: 'Текст', image: null });
  }
  await centre.post('/assistant/adv', { image });
  expect(await bannerOf(centre)).toEqual({ text: '', image });
});

test('one of several concurrent changes is stored completely, and every change is in the audit', async () => {
  const { as, make, context, centre } = await signIn();
  const colleague = await as(await make.assistant());
  const images = [
    dataURL('image/png', await picture('png', 30)),
    dataURL('image/jpeg', await picture('jpeg', 30)),
  ];
  const banners = Array.from({ length: 12 }, (_, n) => ({ text: `Текст ${n % 2}`, image: images[n % 2] }));
  const replies = await Promise.all(
    banners.map((banner, n) => (n % 2 ? centre : colleague).post('/assistant/adv', banner)),
  );
  expect(replies.map(({ status }) => status)).toEqual(banners.map(() => 204));
  expect(banners).toContainEqual(await bannerOf(centre));
  const events = await context.db
    .selectFrom('auditEvents')
    .select(['details', 'actorID'])
    .where('action', '=', 'banner.change')
    .execute();
  expect(events).toHaveLength(12);
  expect(new Set(events.map(({ actorID }) => actorID)).size).toBe(2);
  expect(events[0]?.details).toEqual({ withText: true, withImage: true });
});

test('a browser that has the current banner gets 304', async () => {
  const { centre, clinic } = await signIn();
  await centre.post('/assistant/adv', { text: 'Первый' });
  const first = await clinic.get('/doctor/adv');
  const tag = first.headers.get('etag') ?? '';
  expect(first.headers.get('cache-control')).toBe('private, no-cache');
  expect((await clinic.get('/doctor/adv', { 'if-none-match': tag })).status).toBe(304);
  await centre.post('/assistant/adv', { text: 'Второй' });
  const second = await clinic.get('/doctor/adv', { 'if-none-match': tag });
  expect(responseOf(getAdvert, second).text).toBe('Второй');
});

test('only assistants change the banner', async () => {
  const { clinic, nobody, centre } = await signIn();
  expect((await clinic.post('/assistant/adv', { text: 'Я' })).status).toBe(403);
  expect((await clinic.get('/assistant/adv')).status).toBe(403);
  expect((await nobody.post('/assistant/adv', { text: 'Я' })).status).toBe(401);
  expect((await nobody.get('/doctor/adv')).status).toBe(401);
  expect((await centre.get('/doctor/adv')).status).toBe(403);
  expect((await centre.post('/assistant/adv', { text: 'а'.repeat(20_001) })).status).toBe(400);
  expect((await bannerOf(centre)).text).toBe('');
});
