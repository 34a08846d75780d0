import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { getStudy } from '@snimok/contract/studies/studies';
import { listRepeats } from '@snimok/contract/studies/repeats';
import { getUpload, releaseUpload } from '@snimok/contract/studies/uploads';
import { CLIENT, PATIENT } from '../../../../testing/answers.ts';
import { showSignedIn } from '../../../../testing/show.tsx';
import { expect, page, test } from '../../../../testing/test.ts';
import { ChosenFiles } from '../chosen-files.tsx';
import { HeldUpload } from '../held-upload.tsx';
import { summarise } from '../inspect/inspect-files.ts';

const UPLOAD = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const REPEAT = { studyID: 9, images: 1, all: true, uploadedAt: '2026-11-24T12:00:00.000Z' };
const { patientID, doctorID } = PATIENT;
const STUDY: ResponseOf<typeof getStudy> = {
  studyID: 9,
  patientID,
  doctorID,
  type: 'rg',
  patientName: PATIENT.name,
  doctorName: CLIENT.name,
  createdAt: '2026-11-24T10:00:00.000Z',
  examinedAt: null,
  comment: '',
  creatorName: 'Участник',
  assistantCanDelete: false,
  status: 'done',
  restored: false,
  comingBack: false,
  panoURL: null,
  sizeBytes: 1,
  imageCount: 1,
  openProtests: [],
  letter: null,
  upload: null,
};

const chosen = { filename: '1.dcm', file: new File(['DICM'], '1.dcm') };
const selection = () => ({
  files: [chosen],
  findings: summarise([
    {
      chosen,
      kind: 'dicom',
      content: 'dicom',
      header: null,
      people: [],
      instances: [{ studyUID: '1.2', instanceUID: '1.2.3' }],
      zippedFileCount: 0,
      vendorFiles: [],
      isBroken: false,
    },
  ]),
  isInspecting: false,
  inspectedCount: 1,
  leftOut: [],
  difference: null,
  mixed: null,
});

const showChosen = () => {
  const sent: unknown[] = [];
  showSignedIn(
    <ChosenFiles
      selection={selection()}
      registered={[]}
      warnings={[]}
      refusal={null}
      studyID={12}
      card={{ patientName: PATIENT.name, birthday: null, sex: null }}
      onChoosePatient={() => {}}
      onSend={(how) => sent.push(how)}
      onCancel={() => {}}
    />,
  );
  return sent;
};

test('files that were uploaded before are reported with a link, and only «Всё равно загрузить» sends them', async ({
  server,
}) => {
  const asked = server.answer(listRepeats, { repeats: [REPEAT] });
  server.answer(getStudy, STUDY);
  const sent = showChosen();
  await expect.element(page.getByText('Эти снимки уже загружены')).toBeVisible();
  await expect.element(page.getByText(/Уже загружено 24\.11\.2026 в \d\d:\d\d/)).toBeVisible();
  const link = page.getByRole('link', { name: 'Открыть' });
  await expect.element(link).toHaveAttribute('href', expect.stringContaining('#study-9'));
  await expect.element(page.getByRole('button', { name: 'Загрузить', exact: true })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Всё равно загрузить' }).click();
  await expect.poll(() => sent).toEqual([{ keep: [], isReplaced: false, ifRepeated: 'publish' }]);
  expect(asked[0]?.body).toMatchObject({
    instances: [{ studyUID: '1.2', instanceUID: '1.2.3' }],
    exceptStudyID: 12,
  });
});

test('files that cannot be checked for repeats in the browser are sent and checked by the server', async ({
  server,
}) => {
  server.refuse(listRepeats, { status: 404, error: 'Не найдено' });
  const sent = showChosen();
  await page.getByRole('button', { name: 'Загрузить', exact: true }).click();
  await expect.poll(() => sent).toEqual([{ keep: [], isReplaced: false, ifRepeated: 'hold' }]);
});

test('an upload that repeats images of another study is published only after a decision', async ({
  server,
}) => {
  server.answer(getStudy, STUDY);
  const released = server.answer(releaseUpload, {
    uploadUUID: UPLOAD,
    status: 'completed',
    error: null,
    progress: null,
  });
  server.answer(getUpload, { uploadUUID: UPLOAD, status: 'completed', error: null, progress: null });
  const held = { people: [], differences: [], several: false, canBeConfirmed: true };
  const stops: true[] = [];
  showSignedIn(
    <HeldUpload
      uploadUUID={UPLOAD}
      held={{ ...held, repeats: [{ ...REPEAT, all: false }] }}
      card={{ patientName: PATIENT.name, birthday: null, sex: null }}
      onStop={() => stops.push(true)}
    />,
  );
  await expect.element(page.getByText('Часть этих снимков уже загружена')).toBeVisible();
  await expect.element(page.getByText(/Исследование\sне\sопубликовано\./)).toBeVisible();
  await page.getByRole('button', { name: 'Всё равно загрузить' }).click();
  await expect.poll(() => released[0]?.body).toEqual({ repeated: 'publish' });
  await page.getByRole('button', { name: 'Удалить загруженное' }).click();
  await expect.poll(() => stops).toHaveLength(1);
});
