import { expect, test } from 'vitest';
import { type Ledger, openLedger } from '../ledger/ledger.ts';
import { findDelivery, insertDelivery, type Delivery, updateDelivery } from '../ledger/deliveries.ts';
import { refusal, fakePortal } from '../testing/fake-portal.ts';
import { unlimited } from '../program/rate-limit.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { deliver } from './deliver.ts';
import { findScheduledStudy } from './find-scheduled-study.ts';

const header = {
  name: null,
  birthday: null,
  sex: null,
  referringPhysician: null,
  institution: null,
  accessionNumber: null,
};
const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const upload = { uploadUUID, status: 'completed', error: null, progress: null, files: [] };

interface StoredStudy {
  studyID: number;
  status: string;
  type: string;
  comment: string;
  imageCount: number | null;
}

/** A portal with studies of one patient that loses the answers to the first `lostAnswers` creations. */
function portalWith(studies: StoredStudy[], lostAnswers = 0) {
  let lost = lostAnswers;
  return fakePortal({
    'GET /assistant/patients/:patientID/studies': () => ({ studies }),
    'POST /assistant/patients/:patientID/studies': ({ body }) => {
      const { studyType, comment } = body as { studyType: string; comment: string };
      const studyID = Math.max(0, ...studies.map((study) => study.studyID)) + 1;
      studies.unshift({ studyID, status: 'in-work', type: studyType, comment, imageCount: null });
      if (lost-- > 0) throw refusal(undefined);
      return { studyID };
    },
    'POST /assistant/studies/:studyID/upload': () => upload,
    'GET /assistant/studies/:studyID': () => ({ status: 'done', upload: null }),
  });
}

/** A ledger with a delivery of seven pictures that is assigned to patient 5. */
function pcWith(delivery: Partial<Delivery>) {
  const folder = temporaryFolder();
  const ledger = openLedger(folder, 'test');
  const defaults = {
    studyUID: '1.2.3',
    number: 1,
    type: 'cbct' as const,
    comment: '',
    pictures: 7,
    header,
  };
  const id = insertDelivery(ledger, { ...defaults, ...delivery, state: 'placed', doctorID: 1, patientID: 5 });
  return { ledger, id };
}

const run = (call: ReturnType<typeof portalWith>, { ledger, id }: { ledger: Ledger; id: number }) =>
  deliver(
    {
      paths: { credentials: '', log: '', ledgers: '' },
      portal: 'http://portal.test',
      log: () => undefined,
      print: () => undefined,
      stop: new AbortController().signal,
      call,
      ledger,
      transfer: { compression: true, pace: unlimited },
      defaults: { doctorID: undefined, unknownPatientID: undefined },
    },
    findDelivery(ledger, id),
  );

test('a study is not created twice when the answer to its creation is lost', async () => {
  for (const studyUID of ['1.2.3', '']) {
    const studies = [{ studyID: 4, status: 'in-work', type: 'cbct', comment: '', imageCount: null }];
    const call = portalWith(studies, 1);
    const pc = pcWith({ studyUID });
    await expect(run(call, pc)).rejects.toMatchObject({ status: undefined });
    expect(await run(call, pc)).toMatchObject({ state: 'done', studyID: 5 });
    expect(studies).toHaveLength(2);
  }
});

test('files sent by `snimok upload` never go into an older study that looks the same', async () => {
  const before = { studyID: 4, status: 'in-work', type: 'cbct', comment: '', imageCount: null };
  const studies = [before];
  const pc = pcWith({ studyUID: '' });
  updateDelivery(pc.ledger, pc.id, { afterStudyID: 4 });
  expect(await run(portalWith(studies), pc)).toMatchObject({ studyID: 5 });
});

test('a PC that has lost its ledger finds the studies that the portal has, and sends further pictures as another study', async () => {
  const stored = (studyID: number, comment: string, imageCount: number) => {
    return { studyID, status: 'done', type: 'cbct', comment, imageCount };
  };
  const studies = [stored(2, 'Дополнение\nDICOM 1.2.3, часть 2', 3), stored(1, 'DICOM 1.2.3', 4)];
  const whole = await run(portalWith(studies), pcWith({}));
  expect(whole).toMatchObject({ state: 'done', note: expect.stringContaining('уже есть') });
  expect(studies).toHaveLength(2);

  const more = await run(portalWith(studies), pcWith({ pictures: 9 }));
  expect(more).toMatchObject({ state: 'done', number: 3, studyID: 3 });
  expect(studies[0]?.comment).toMatch(/^Дополнение.*\nDICOM 1\.2\.3, часть 3$/);
});

test('a study is found by its complete UID, not by a longer UID that begins with it', async () => {
  const other = { studyID: 1, status: 'in-work', type: 'cbct', comment: 'DICOM 1.2.34', imageCount: null };
  const studies = [other];
  expect(await run(portalWith(studies), pcWith({}))).toMatchObject({ studyID: 2 });
});

test('a held delivery continues from the step it had reached', async () => {
  const studies: StoredStudy[] = [];
  const pc = pcWith({});
  updateDelivery(pc.ledger, pc.id, { state: 'held', note: 'файлы исчезли', studyID: 8 });
  expect(await run(portalWith(studies), pc)).toMatchObject({ state: 'done', studyID: 8 });
  expect(studies).toEqual([]);
});

test('an upload that waits for a decision in the portal is not sent again', async () => {
  const held = { people: [], differences: ['name'], several: false, canBeConfirmed: true };
  let state: object = { status: 'in-work', upload: { ...upload, held } };
  const call = fakePortal({ 'GET /assistant/studies/:studyID': () => state });
  const pc = pcWith({ state: 'sent', studyID: 5 });
  updateDelivery(pc.ledger, pc.id, { state: 'sent', studyID: 5 });
  expect(await run(call, pc)).toMatchObject({ state: 'sent', note: expect.stringContaining('ждёт решения') });
  state = { status: 'done', upload: null };
  expect(await run(call, pc)).toMatchObject({ state: 'done', note: null });
});

/** A study that was published by an upload, then archived, and is now being restored. */
const restoring = {
  status: 'in-work',
  restored: true,
  comingBack: true,
  upload: { ...upload, status: 'processed' },
};

test('a delivery is complete even if its study is being restored from the archive', async () => {
  const call = fakePortal({ 'GET /assistant/studies/:studyID': () => restoring });
  const pc = pcWith({});
  updateDelivery(pc.ledger, pc.id, { state: 'sent', studyID: 5 });
  expect(await run(call, pc)).toMatchObject({ state: 'done', note: null });
});

test('pictures of a study that is being restored from the archive are not sent again', async () => {
  const study = { ...restoring, studyID: 1, type: 'cbct', comment: 'DICOM 1.2.3', imageCount: 7 };
  const done = await run(portalWith([study]), pcWith({}));
  expect(done).toMatchObject({ state: 'done', studyID: 1, note: expect.stringContaining('уже есть') });
});

test('a study of the worklist that is being restored from the archive gets no files', async () => {
  const study = { ...restoring, studyID: 4, patientID: 5, type: 'cbct', imageCount: 7 };
  const card = { patientID: 5, doctorID: 1, name: 'Иванов Иван', birthday: '1980-01-01', sex: 'male' };
  const call = fakePortal({
    'GET /assistant/studies/:studyID': () => study,
    'GET /assistant/patients/:patientID': () => card,
  });
  const { name, birthday } = card;
  const scheduled = { ...header, name, birthday, sex: 'male' as const, accessionNumber: 'S4' };
  const find = ({ ledger, id }: ReturnType<typeof pcWith>) =>
    findScheduledStudy(call, findDelivery(ledger, id), { doctorID: undefined, unknownPatientID: undefined });
  const place = { patientID: 5, doctorID: 1 };
  expect(await find(pcWith({ header: scheduled }))).toEqual({ alreadyIn: 4, ...place });
  expect(await find(pcWith({ header: scheduled, pictures: 9 }))).toEqual({ ...place, remark: null });
});
