import { ctImage } from '@snimok/imaging/dicom/images';
import { confirmUploadPatient } from '@snimok/contract/studies/patient-confirmation';
import { listRepeats } from '@snimok/contract/studies/repeats';
import { getUpload, startUpload } from '@snimok/contract/studies/uploads';
import { vi } from 'vitest';
import { PATIENT } from '../../../testing/answers.ts';
import type { FakeServer } from '../../../testing/server.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test, textsOf, userEvent } from '../../../testing/test.ts';
import { forgetUpload } from './send/uploads.ts';
import { UploadZone } from './upload-zone.tsx';

const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const ALLA = { name: PATIENT.name, id: '1', birthDate: PATIENT.birthday!, sex: 'F' } as const;
const PETROV = { name: 'Петров Пётр', id: '2', birthDate: '1950-01-01', sex: 'M' } as const;

/** One slice, as a cone-beam device writes it. */
const sliceOf = (filename: string, patient: typeof ALLA | typeof PETROV) => {
  const study = {
    patient,
    takenOn: '2026-11-20',
    studyInstanceUID: '2.25.1',
    seriesInstanceUID: '2.25.2',
    seriesNumber: 1,
    seriesDescription: 'КЛКТ',
    manufacturer: 'Snimok',
    model: 'Test',
  };
  const bytes = ctImage(study, {
    sopInstanceUID: `2.25.3.${filename.length}`,
    frameOfReferenceUID: '2.25.4',
    instanceNumber: 1,
    rows: 8,
    columns: 8,
    values: new Uint16Array(64),
    pixelSpacingMm: [1, 1],
    sliceThicknessMm: 1,
    imagePositionMm: [0, 0, 0],
  });
  return new File([bytes], filename);
};

const send = () => page.getByRole('button', { name: 'Загрузить', exact: true });

/** Shows the card of a study that waits for files, and chooses these. */
const choose = async (server: FakeServer, ...files: File[]) => {
  server.answer(listRepeats, { repeats: [] });
  const upload = { uploadUUID, status: 'uploading' as const, error: null, progress: null };
  server.answer(getUpload, upload);
  const started = server.answer(startUpload, { ...upload, files: [] });
  // ends this upload here: what follows is not tested
  const confirmed = server.refuse(confirmUploadPatient, { status: 403, error: 'Нет права' });
  const study = {
    studyID: 9,
    type: 'cbct' as const,
    patientName: PATIENT.name,
    status: 'in-work' as const,
    restored: false,
    comingBack: false,
    upload: null,
  };
  showSignedIn(
    <UploadZone study={study} birthday={PATIENT.birthday} sex="female" onChanged={async () => {}} />,
  );
  await userEvent.upload(page.getByLabelText('Файлы для загрузки'), files);
  return { started, confirmed };
};

test('files of another patient are sent into a study only after a confirmation, which reaches the server first', async ({
  server,
}) => {
  const { started, confirmed } = await choose(server, sliceOf('1.dcm', PETROV));
  await expect.element(page.getByText(/В файлах указан другой пациент: Петров Пётр/)).toBeVisible();
  await send().click();
  const dialog = page.getByRole('dialog', { name: 'Пациент в файлах и в карточке не совпадает' });
  await expect.element(dialog.getByText('Петров Пётр, 01.01.1950, муж.')).toBeVisible();
  await expect.element(dialog.getByText(`${PATIENT.name}, 04.05.1984, жен.`)).toBeVisible();
  await expect.element(dialog.getByText(/снимки сразу увидит врач/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Это тот же пациент, загрузить' }).click();
  await expect.element(dialog.getByText(/^Укажите, почему вы уверены/)).toBeVisible();
  await dialog.getByRole('radio', { name: 'У пациента сменилась фамилия' }).click();
  expect(started).toEqual([]);
  await dialog.getByRole('button', { name: 'Это тот же пациент, загрузить' }).click();
  await expect
    .poll(() => confirmed.map(({ body }) => body))
    .toEqual([{ name: PETROV.name, birthDate: PETROV.birthDate, reason: 'У пациента сменилась фамилия' }]);
  forgetUpload(9);
});

test('files of the patient of the card are sent without a question', async ({ server }) => {
  await choose(server, sliceOf('1.dcm', ALLA));
  // never answered, so that no file is sent before the upload is forgotten
  const started = server.answer(startUpload, () => Promise.withResolvers<never>().promise);
  await send().click();
  await expect.poll(() => started).toHaveLength(1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  forgetUpload(9);
});

test('if the files name two patients, only the files of the chosen patient are sent', async ({ server }) => {
  await choose(server, sliceOf('1.dcm', ALLA), sliceOf('22.dcm', ALLA), sliceOf('333.dcm', PETROV));
  const alert = page.getByRole('alert').filter({ hasText: 'Вместе эти снимки не публикуются' });
  await expect.element(alert).toBeVisible();
  await expect
    .element(
      alert.getByText(/В файлах двое пациентов: Ромашкина Алла Петровна \(04\.05\.1984, жен\.\), Петров/),
    )
    .toBeVisible();
  await expect.element(page.getByRole('img', { name: 'Один из выбранных снимков' })).toBeVisible();
  // the warnings appear after one of the patients has been chosen
  await expect.element(page.getByText('Проверьте файлы')).not.toBeInTheDocument();
  await expect.element(send()).toBeDisabled();
  const choices = alert.getByRole('radio');
  expect(textsOf(alert.getByText(/\(.*\): \d/))).toEqual([
    'Ромашкина Алла Петровна (04.05.1984, жен.): 2\u00a0файла',
    'Петров Пётр (01.01.1950, муж.): 1\u00a0файл',
  ]);
  await choices.first().click();
  await expect
    .element(page.getByText(/^2\sснимка DICOM.*; пациент в файлах: Ромашкина А\. П\.$/))
    .toBeVisible();
  await expect.element(page.getByText('Проверьте файлы')).not.toBeInTheDocument();
  await expect.element(send()).toBeEnabled();
  await choices.last().click();
  await expect.element(page.getByText(/^1\sснимок DICOM.*; пациент в файлах: Петров П\.$/)).toBeVisible();
  await expect.element(page.getByText(/В файлах указан другой пациент: Петров Пётр/)).toBeVisible();
});

test('a touch device asks for a choice of files, not to drag them', async ({ server }) => {
  const { matchMedia } = window;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = matchMedia.call(window, query);
    if (query === '(pointer: coarse)') Object.defineProperty(list, 'matches', { value: true });
    return list;
  });
  await choose(server);
  await expect.element(page.getByText('Выберите файлы, папку или ZIP')).toBeVisible();
  await expect.element(page.getByText(/Перетащите/)).not.toBeInTheDocument();
});

test('a folder of another vendor’s program is named before it is sent', async ({ server }) => {
  const volume = new File(["<INVFile version='2.0'>"], 'scan.inv');
  await choose(server, volume, sliceOf('1.dcm', ALLA));
  const found = page.getByRole('status').filter({ hasText: 'Папка программы InVivo (Anatomage)' });
  await expect.element(found.getByText(/снимки в формате DICOM найдены/)).toBeVisible();
  await expect.element(send()).toBeEnabled();
});

test('a vendor’s volume without DICOM cannot be sent, and the form says how to export it', async ({
  server,
}) => {
  await choose(server, new File(["<INVFile version='2.0'>"], 'scan.inv'));
  const refusal = page.getByRole('alert').filter({ hasText: 'Снимки в этой папке прочитать нельзя' });
  await expect.element(refusal.getByText(/Выгрузите исследование из программы как DICOM/)).toBeVisible();
  await expect.element(send()).toBeDisabled();
});
