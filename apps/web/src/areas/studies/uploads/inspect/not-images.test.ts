import { ctImage } from '@snimok/imaging/dicom/images';
import { expect, test } from 'vitest';
import { readFiles, summarise } from './inspect-files.ts';
import { leaveOut } from './leave-out.ts';
import { describeLeftOut, describeVendor, refusalOf } from './not-images.ts';

const DOCX = new TextEncoder().encode('PK\u0003\u0004 a document');
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0);
/** `DICM` after the preamble; the header ends before the image. */
const SLICE = new TextEncoder().encode('\0'.repeat(128) + 'DICM');

const ctSlice = () =>
  ctImage(
    {
      patient: { name: 'Иванов Иван', id: '1', birthDate: '1980-01-02', sex: 'M' },
      takenOn: '2026-11-20',
      studyInstanceUID: '2.25.1',
      seriesInstanceUID: '2.25.2',
      seriesNumber: 1,
      seriesDescription: 'КЛКТ',
      manufacturer: 'Snimok',
      model: 'Test',
    },
    {
      sopInstanceUID: '2.25.3',
      frameOfReferenceUID: '2.25.4',
      instanceNumber: 1,
      rows: 4,
      columns: 4,
      values: new Uint16Array(16),
      pixelSpacingMm: [1, 1],
      sliceThicknessMm: 1,
      imagePositionMm: [0, 0, 0],
    },
  );

const choose = async (files: Record<string, Uint8Array<ArrayBuffer>>) => {
  const chosen = Object.entries(files).map(([filename, bytes]) => {
    return { filename, file: new File([bytes], filename) };
  });
  const inspected = await readFiles(chosen, new AbortController().signal);
  const { kept, leftOut } = leaveOut(inspected);
  const namesOf = (some: typeof inspected) => some.map((one) => one.chosen.filename);
  return { chosen, findings: summarise(inspected), kept: namesOf(kept), leftOut: namesOf(leftOut) };
};

test('files without DICOM images are reported with what the portal accepts', async () => {
  const { chosen, findings, kept, leftOut } = await choose({ 'договор.docx': DOCX });
  expect(refusalOf(chosen, findings, 'cbct')).toEqual({
    title: 'Это не снимок',
    text: 'договор.docx. Для КЛКТ нужна серия DICOM.',
  });
  const forXRay = {
    title: 'Это не снимок',
    text: 'договор.docx. Нужны DICOM, для рентгена также JPEG или PNG.',
  };
  expect(refusalOf(chosen, findings, 'rg')).toEqual(forXRay);
  expect(refusalOf(chosen, findings, null)).toEqual(forXRay);
  expect({ kept, leftOut }).toEqual({ kept: [], leftOut: ['договор.docx'] });
});

test('a JPEG is accepted for an X-ray, but not for a CBCT', async () => {
  const { chosen, findings } = await choose({ 'Фото/снимок.jpg': JPEG });
  expect(refusalOf(chosen, findings, 'rg')).toBeNull();
  expect(refusalOf(chosen, findings, null)).toBeNull();
  expect(refusalOf(chosen, findings, 'cbct')).toEqual({
    title: 'Это не КЛКТ',
    text: 'снимок.jpg. Для КЛКТ нужна серия DICOM.',
  });
});

test('when files are chosen one by one, those that are not images are left out and listed', async () => {
  const { kept, leftOut } = await choose({
    'снимок.jpg': JPEG,
    'договор.docx': DOCX,
    'пусто.dcm': new Uint8Array(),
  });
  expect(kept).toEqual(['снимок.jpg']);
  expect(describeLeftOut(leftOut)).toBe('Не загрузятся, это не снимки: договор.docx, пусто.dcm.');
  expect(describeLeftOut(['договор.docx'])).toBe('Не загрузится, это не снимок: договор.docx.');
});

test('a viewer in the folder of a disc is sent with its images', async () => {
  const { kept, leftOut } = await choose({ 'CD/IMG1': SLICE, 'CD/viewer.exe': DOCX, 'CD/autorun.inf': DOCX });
  expect(leftOut).toEqual([]);
  expect(kept).toHaveLength(3);
});

test('many files that are not images are counted', async () => {
  const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`Папка/${name}.txt`, DOCX]));
  const { chosen, findings } = await choose(files);
  expect(refusalOf(chosen, findings, 'cbct')).toEqual({
    title: 'Это не снимки',
    text: 'a.txt, b.txt, c.txt и ещё 2\u00a0файла. Для КЛКТ нужна серия DICOM.',
  });
});

const INV = new TextEncoder().encode("<INVFile version='2.0'>");
const UNREADABLE = 'Снимки в этой папке прочитать нельзя';

test('a folder of another vendor’s program without DICOM is refused with its name and with what to export', async () => {
  for (const type of ['cbct', 'rg', null] as const) {
    const { chosen, findings } = await choose({ 'Сидоров/scan.inv': INV, 'Сидоров/readme.txt': DOCX });
    expect(refusalOf(chosen, findings, type)).toEqual({
      title: UNREADABLE,
      text: expect.stringMatching(
        /^Папка программы InVivo \(Anatomage\): её формат не опубликован, .*DICOM\)$/,
      ),
    });
  }
});

test('a volume in a vendor’s format is sent with the DICOM images that were chosen beside it', async () => {
  const dicom = ctSlice();
  const { chosen, findings, kept } = await choose({ 'scan.inv': INV, '1.dcm': dicom });
  expect(refusalOf(chosen, findings, 'cbct')).toBeNull();
  expect(kept).toEqual(['scan.inv', '1.dcm']);
  expect(describeVendor(findings)).toMatch(
    /^Папка программы InVivo \(Anatomage\): снимки в формате DICOM найдены\. /,
  );
  expect(describeVendor((await choose({ '1.dcm': dicom })).findings)).toBeNull();
});
