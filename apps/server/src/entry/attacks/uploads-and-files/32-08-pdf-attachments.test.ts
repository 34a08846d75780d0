import { expect, test } from 'vitest';
import {
  CHAT_FILES,
  objectStream,
  pdf,
  putFile,
} from '../../../messaging/messenger/attachments/attachments.fixture.ts';
import { startMessenger } from '../../../messaging/messenger/messenger.fixture.ts';
import { makeSealedReport } from '../../../reporting/study-reports/document/make-sealed-report.ts';
import { reportInput } from '../../../reporting/study-reports/document/sealed-report.fixture.ts';
import { refusal } from '../../../testing/requests-and-waiting/contract.ts';

const ACTIVE = 'В документе PDF есть программный код. Распечатайте документ в PDF и прикрепите результат';
const EMBEDDED = 'В документ PDF вложен файл. Распечатайте документ в PDF и прикрепите результат';
const LINKED =
  'Документ PDF ссылается на файлы вне документа. Распечатайте документ в PDF и прикрепите результат';
const PROTECTED = 'Документ PDF защищён паролем. Сохраните его без пароля и прикрепите снова';
const BROKEN = 'Документ PDF повреждён. Откройте его и сохраните заново';

const JAVASCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>';

/** `messaging/messenger/attachments/pdf/read-pdf.test.ts` has more documents of each kind. */
test('a PDF with a program, a file or a password is refused, however it is hidden', async () => {
  const { address, doctor, context } = await startMessenger();
  const documents: [string, Buffer, string][] = [
    ['an image', pdf({ more: [objectStream(JAVASCRIPT, '/Subtype /Image /Filter /FlateDecode')] }), ACTIVE],
    [
      'an indirect filter',
      pdf({ more: ['/FlateDecode', objectStream(JAVASCRIPT, '/Filter 4 0 R')] }),
      BROKEN,
    ],
    ['a rendition', pdf({ catalog: '/OpenAction << /S /Rendition /OP 0 /JS (app.alert(1)) >>' }), ACTIVE],
    ['a password', pdf({ trailer: '/Encrypt%\n9 0 R ' }), PROTECTED],
    ['a document', pdf({ catalog: '/OpenAction << /S /GoToR /F (a.pdf) /D [0 /Fit] >>' }), LINKED],
    [
      'a program',
      pdf({ more: ['<< /Length 2 >>\nstream\nMZ\nendstream', '<< /F (a.exe) /EF << /F 4 0 R >> >>'] }),
      EMBEDDED,
    ],
  ];
  for (const [filename, bytes, sentence] of documents) {
    const reply = await putFile(address, doctor, CHAT_FILES, { bytes, filename });
    expect([filename, refusal(reply)]).toEqual([filename, [400, sentence]]);
  }
  expect(await context.db.selectFrom('messageAttachments').selectAll().execute()).toEqual([]);
});

test("the portal's own sealed report, which has its data attached, is accepted", async () => {
  const { address, doctor, context } = await startMessenger();
  const { pdf: bytes } = await makeSealedReport(context, await reportInput());
  const { status } = await putFile(address, doctor, CHAT_FILES, { bytes, filename: 'заключение.pdf' });
  expect(status).toBe(201);
});
