import { expect, test } from 'vitest';
import { type Ledger, openLedger } from '../ledger/ledger.ts';
import { findDelivery, insertDelivery, type Delivery, updateDelivery } from '../ledger/deliveries.ts';
import { refusal, fakePortal } from '../testing/fake-portal.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { deliver } from './deliver.ts';

const about = { name: null, birthday: null, sex: null, referringPhysician: null, institution: null };
const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const upload = { uploadUUID, status: 'completed', error: null, progress: null, files: [] };

interface KeptStudy {
  studyID: number;
  status: string;
  type: string;
  comment: string;
  imageCount: number | null;
}

/** A portal with studies of one patient, where the answers to the first creations are lost on the way. */
function portalWith(studies: KeptStudy[], lostAnswers = 0) {
  let lost = lostAnswers;
  const { call } = fakePortal({
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
  return call;
}

/** A PC with a part of seven pictures that is known to belong to patient 5. */
function pc(part: Partial<Delivery>) {
  const folder = temporaryFolder();
  const ledger = openLedger(folder, 'test');
  const whole = {
    studyUID: '1.2.3',
    number: 1,
    type: 'cbct' as const,
    comment: '',
    pictures: 7,
    header: about,
  };
  const id = insertDelivery(ledger, { ...whole, ...part, state: 'placed', doctorID: 1, patientID: 5 });
  return { ledger, id };
}

const carry = (call: ReturnType<typeof portalWith>, { ledger, id }: { ledger: Ledger; id: number }) =>
  deliver(
    {
      desk: {
        paths: { credentials: '', log: '', ledgers: '' },
        portal: 'http://portal.test',
        log: () => undefined,
        print: () => undefined,
        stop: new AbortController().signal,
        call,
      },
      ledger,
      defaults: { doctorID: undefined, unknownPatientID: undefined },
    },
    findDelivery(ledger, id),
  );

test('a study whose creation was not heard of is found again and not created twice', async () => {
  for (const studyUID of ['1.2.3', '']) {
    const studies = [{ studyID: 4, status: 'in-work', type: 'cbct', comment: '', imageCount: null }];
    const call = portalWith(studies, 1);
    const here = pc({ studyUID });
    await expect(carry(call, here)).rejects.toMatchObject({ status: undefined });
    expect(await carry(call, here)).toMatchObject({ state: 'done', studyID: 5 });
    expect(studies).toHaveLength(2);
  }
});

test('files sent by hand never end in a study that was there before, though it looks the same', async () => {
  const before = { studyID: 4, status: 'in-work', type: 'cbct', comment: '', imageCount: null };
  const studies = [before];
  const here = pc({ studyUID: '' });
  updateDelivery(here.ledger, here.id, { afterStudyID: 4 });
  expect(await carry(portalWith(studies), here)).toMatchObject({ studyID: 5 });
});

test('a PC that has lost its ledger finds what the portal has, in however many parts', async () => {
  const kept = (studyID: number, comment: string, imageCount: number) => {
    return { studyID, status: 'done', type: 'cbct', comment, imageCount };
  };
  const studies = [kept(2, 'Дополнение\nDICOM 1.2.3, часть 2', 3), kept(1, 'DICOM 1.2.3', 4)];
  const whole = await carry(portalWith(studies), pc({}));
  expect(whole).toMatchObject({ state: 'done', note: expect.stringContaining('уже есть') });
  expect(studies).toHaveLength(2);

  const more = await carry(portalWith(studies), pc({ pictures: 9 }));
  expect(more).toMatchObject({ state: 'done', number: 3, studyID: 3 });
  expect(studies[0]?.comment).toMatch(/^Дополнение.*\nDICOM 1\.2\.3, часть 3$/);
});

test('a mark is the whole line: the study of another UID is not ours', async () => {
  const other = { studyID: 1, status: 'in-work', type: 'cbct', comment: 'DICOM 1.2.34', imageCount: null };
  const studies = [other];
  expect(await carry(portalWith(studies), pc({}))).toMatchObject({ studyID: 2 });
});

test('a part that waits for a person goes on from where it stood', async () => {
  const studies: KeptStudy[] = [];
  const here = pc({});
  updateDelivery(here.ledger, here.id, { state: 'held', note: 'файлы исчезли', studyID: 8 });
  expect(await carry(portalWith(studies), here)).toMatchObject({ state: 'done', studyID: 8 });
  expect(studies).toEqual([]);
});
