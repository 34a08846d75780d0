import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startClamdStandIn, testVirus } from '../../../testing/outside/clamd-stand-in.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';
import { freePort } from '../../../testing/requests-and-waiting/free-port.ts';
import { startMessenger } from '../messenger.fixture.ts';
import { CHAT_FILES, objectStream, pdf, picture, putFile } from './attachments.fixture.ts';

const KINDS = 'К сообщению можно прикрепить картинку JPEG, PNG или WebP либо документ PDF';
const ACTIVE = 'В документе PDF есть программный код. Распечатайте документ в PDF и прикрепите результат';
const BROKEN_PDF = 'Документ PDF повреждён. Откройте его и сохраните заново';
const BROKEN = 'Картинка повреждена. Откройте её и сохраните заново';

/** A PNG that claims 30,000 × 30,000 pixels and has none. */
const bomb = async () => {
  const png = Buffer.from(await picture());
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
};

test('hostile and damaged files are refused with a sentence, and nothing of them is kept', async () => {
  const { address, doctor, context } = await startMessenger();
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const whole = await picture('png', 400, 400);
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(64)]);
  const files: [string, Buffer, string][] = [
    ['рисунок.svg', Buffer.from(svg), KINDS],
    ['снимок.png', Buffer.from('<!doctype html><script>alert(1)</script>'), KINDS],
    ['фото.jpg', Buffer.from('MZ\u0090\u0000'), KINDS],
    ['снимок.dcm', Buffer.concat([Buffer.alloc(128), Buffer.from('DICM')]), KINDS],
    ['пусто.pdf', Buffer.alloc(0), 'Файл пустой'],
    [
      'фото.heic',
      heic,
      'Фотографии HEIC не открываются в браузере. Сохраните фотографию в JPEG и прикрепите её',
    ],
    ['бомба.png', await bomb(), 'В картинке слишком много точек. Уменьшите её и прикрепите снова'],
    ['обрезан.png', whole.subarray(0, 60), BROKEN],
    ['gif.png', Buffer.concat([Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), Buffer.from(svg)]), BROKEN],
    ['js.pdf', pdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), ACTIVE],
    ['js.pdf', pdf({ catalog: '/OpenAction << /S /J#61va#53cript /JS (app.alert(1)) >>' }), ACTIVE],
    ['js.pdf', pdf({ more: [objectStream('<< /S /JavaScript /JS (app.alert(1)) >>')] }), ACTIVE],
    ['запуск.pdf', pdf({ catalog: '/OpenAction << /S /Launch /F (cmd.exe) >>' }), ACTIVE],
    ['скрыто.pdf', pdf({ more: [objectStream('', '/Filter [/ASCII85Decode /FlateDecode]')] }), BROKEN_PDF],
    ['бомба.pdf', pdf({ more: [objectStream('0'.repeat(70 * 1024 ** 2))] }), BROKEN_PDF],
    [
      'пароль.pdf',
      pdf({ trailer: '/Encrypt 9 0 R ' }),
      'Документ PDF защищён паролем. Сохраните его без пароля и прикрепите снова',
    ],
    ['обрезан.pdf', pdf().subarray(0, 60), BROKEN_PDF],
  ];
  for (const [filename, bytes, sentence] of files)
    expect([filename, refusal(await putFile(address, doctor, CHAT_FILES, { bytes, filename }))]).toEqual([
      filename,
      [400, sentence],
    ]);
  const large = Buffer.concat([whole, Buffer.alloc(20 * 1024 ** 2)]);
  expect(refusal(await putFile(address, doctor, CHAT_FILES, { bytes: large }))[0]).toBe(413);
  expect(await context.db.selectFrom('messageAttachments').selectAll().execute()).toEqual([]);
  const keys: string[] = [];
  for await (const { key } of context.storage.list('')) keys.push(key);
  expect(keys).toEqual([]);
  const work = join(context.config.dataDir, 'work');
  const [folder = ''] = (await readdir(work)).filter((name) => name.startsWith('chat-'));
  expect(await readdir(join(work, folder))).toEqual([]);
});

test('a picture with appended bytes is stored without them, and a PDF with a form or an object stream is accepted', async () => {
  const { address, doctor } = await startMessenger();
  const bytes = Buffer.concat([await picture('jpeg'), Buffer.from('<script>alert(1)</script>')]);
  const { body } = await putFile(address, doctor, CHAT_FILES, { bytes, filename: 'фото.jpg' });
  const { attachmentUUID } = body as { attachmentUUID: string };
  const reply = await fetch(`${address}/api/1${CHAT_FILES}/${attachmentUUID}/file`, {
    headers: { cookie: doctor.cookie },
  });
  const stored = Buffer.from(await reply.arrayBuffer());
  expect(stored.includes('script')).toBe(false);
  expect((await sharp(stored).metadata()).format).toBe('jpeg');
  const form = pdf({
    catalog: '/AcroForm << /Fields [] >> ',
    more: [objectStream('<< /Type /Annot /Subtype /Text >>')],
  });
  expect((await putFile(address, doctor, CHAT_FILES, { bytes: form, filename: 'ф.pdf' })).status).toBe(201);
});

test('a file with malicious software is refused, and no file is accepted while the scanner does not answer', async () => {
  const { url, scanned } = await startClamdStandIn();
  const { address, doctor } = await startMessenger({ CLAMD_URL: url });
  const bytes = Buffer.concat([await picture('jpeg'), testVirus()]);
  expect(refusal(await putFile(address, doctor, CHAT_FILES, { bytes }))).toEqual([
    400,
    'В файле найдена вредоносная программа (Eicar-Signature). Файл не принят: проверьте компьютер',
  ]);
  expect((await putFile(address, doctor, CHAT_FILES, { bytes: pdf() })).status).toBe(201);
  expect(scanned).toHaveLength(2);
  const other = await startMessenger({ CLAMD_URL: `tcp://127.0.0.1:${await freePort()}` });
  const refused = await putFile(other.address, other.doctor, CHAT_FILES, { bytes: pdf() });
  expect(refusal(refused)).toEqual([
    503,
    'Проверка файлов на вирусы сейчас не работает. Повторите через несколько минут',
  ]);
});
