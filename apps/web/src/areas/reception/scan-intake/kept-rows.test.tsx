import { listRepeats } from '@snimok/contract/studies/repeats';
import { createIntakeStudy, suggestIntake } from '@snimok/contract/reception/scan-intake';
import { listDropdownDoctors } from '@snimok/contract/people/doctors';
import { afterEach } from 'vitest';
import { removeAllInput } from '../../../shared/session/stored-input.ts';
import { findHandles, saveHandles } from '../../../shared/storage/stored-handles.ts';
import { openUserStorage, save, untilUserStorage } from '../../../shared/storage/user-storage.ts';
import { CLIENT } from '../../../testing/answers.ts';
import type { FakeServer } from '../../../testing/server.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test, textsOf, userEvent } from '../../../testing/test.ts';
import { emptyPatient } from '../../people/patients/patient-fields.tsx';
import { summarise } from '../../studies/uploads/inspect/inspect-files.ts';
import { describeSet } from './chosen-set.ts';
import { IntakeScreen } from './intake-screen.tsx';
import { addFiles, findRow, type IntakeRow, removeRows } from './intake-rows.ts';
import { saveRow } from './saved-rows.ts';

/** A valid picture of one pixel. */
const PNG = Uint8Array.from(
  atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='),
  (letter) => letter.charCodeAt(0),
);
const pngOf = (name: string, byte = 0) => new File([PNG, new Uint8Array(byte)], name, { type: 'image/png' });
const OTHER_CLIENT = { ...CLIENT, doctorID: 6, name: 'Клиника «Вторая»' };

const answerIntake = (server: FakeServer) => {
  server.answer(suggestIntake, { suggestions: [], clients: [] });
  server.answer(listRepeats, { repeats: [] });
  const doctors = [CLIENT, OTHER_CLIENT].map(({ doctorID, name }) => ({ doctorID, name }));
  server.answer(listDropdownDoctors, { doctors });
};

const added = new Set<string>();
afterEach(() => void removeRows([...added]));

/** A row as an earlier page has saved it. */
const saveEarlier = async (file: File, change: Partial<IntakeRow> = {}) => {
  const chosen = { filename: `снимки/${file.name}`, file };
  const study = [
    {
      chosen,
      kind: 'dicom' as const,
      content: 'dicom' as const,
      header: null,
      people: [],
      instances: [],
      zippedFileCount: 0,
      vendorFiles: [],
      isBroken: false,
    },
  ];
  const row: IntakeRow = {
    id: crypto.randomUUID(),
    addedAt: Date.now(),
    files: null,
    set: describeSet(study, null),
    findings: summarise(study),
    sought: { name: '', birthday: null, clientNames: [] },
    takenOn: null,
    choice: 'new',
    type: 'rg',
    doctorID: CLIENT.doctorID,
    patient: { ...emptyPatient, name: 'Ромашкина Алла', sex: 'female' },
    other: { doctorID: null, patientID: null },
    isCreating: false,
    problem: null,
    started: null,
    stopped: null,
    requests: {},
    ...change,
  };
  added.add(row.id);
  return row;
};

/** A folder with one file, as the browser gives it for a drop. */
const folderWith = async (file: File) => {
  const root = await navigator.storage.getDirectory();
  const folder = await root.getDirectoryHandle('снимки', { create: true });
  const writing = await (await folder.getFileHandle(file.name, { create: true })).createWritable();
  await writing.write(file);
  await writing.close();
  return folder;
};

const cards = () => page.getByRole('article');
const sendButton = () => page.getByRole('button', { name: 'Создать и загрузить' });

/** Opens the intake as after a reload of the page. */
const open = async (server: FakeServer, ...rows: IntakeRow[]) => {
  answerIntake(server);
  openUserStorage(1);
  await untilUserStorage();
  for (const row of rows) saveRow(row);
  showSignedIn(<IntakeScreen />);
};

test('after a reload a card keeps its input, and also its files if the browser stored their handles', async ({
  server,
}) => {
  const file = pngOf('1.png');
  answerIntake(server);
  openUserStorage(1);
  const handlesID = await saveHandles(await untilUserStorage(), [await folderWith(file)]);
  const row = await saveEarlier(file);
  await open(server, { ...row, set: { ...row.set, handlesID } });
  await expect.element(page.getByText('Ромашкина Алла, жен., без даты рождения')).toBeVisible();
  await expect.element(page.getByText(CLIENT.name, { exact: true })).toBeInTheDocument();
  await expect.element(sendButton()).toBeEnabled();
  expect(findRow(row.id)?.files?.map(({ filename }) => filename)).toEqual(['снимки/1.png']);
});

test('a card without file handles names its files and accepts only the same files again', async ({
  server,
}) => {
  const file = pngOf('1.png');
  await open(server, await saveEarlier(file));
  await expect.element(cards().getByText(/Было выбрано: 1\sфайл \(снимки\/1\.png\)/)).toBeVisible();
  await expect.element(sendButton()).toBeDisabled();
  const input = cards().getByLabelText('Файлы для загрузки');
  await userEvent.upload(input, pngOf('2.png', 5));
  await expect.element(cards().getByText(/^Это другие файлы/)).toBeVisible();
  expect(cards().elements()).toHaveLength(1);
  await userEvent.upload(input, file);
  await expect.element(sendButton()).toBeEnabled();
  await expect.element(page.getByText('Нужны те же файлы')).not.toBeInTheDocument();
});

test('files dropped anywhere are added to the card that waits for them, without a second card', async ({
  server,
}) => {
  await open(server, await saveEarlier(pngOf('1.png')));
  await expect.element(cards()).toBeVisible();
  await addFiles({ found: [{ path: 'папка/1.png', file: pngOf('1.png') }], handles: null });
  await expect.element(sendButton()).toBeEnabled();
  expect(cards().elements()).toHaveLength(1);
});

test('a card that is open in another tab is only counted, and is shown when that tab is closed', async ({
  server,
}) => {
  const row = await saveEarlier(pngOf('1.png'));
  const closed = Promise.withResolvers<void>();
  await new Promise<void>((resolve) => {
    void navigator.locks.request(`intake-row-${row.id}`, () => {
      resolve();
      return closed.promise;
    });
  });
  await open(server, row);
  await expect.element(page.getByText(/Ещё 1\sкарточка в другой вкладке/)).toBeVisible();
  expect(cards().elements()).toHaveLength(0);
  closed.resolve();
  await expect
    .poll(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      return cards().elements().length;
    })
    .toBe(1);
  await expect.element(page.getByText(/в другой вкладке/)).not.toBeInTheDocument();
});

test('a card is forgotten after a week', async ({ server }) => {
  openUserStorage(1);
  await untilUserStorage();
  const week = 7 * 24 * 3_600_000;
  const old = await saveEarlier(pngOf('1.png'));
  save(`intake:${old.id}`, JSON.stringify({ ...old, savedAt: Date.now() - week - 1000 }));
  await open(
    server,
    await saveEarlier(pngOf('2.png', 1), { sought: { name: 'Новая', birthday: null, clientNames: [] } }),
  );
  await expect.element(cards().getByRole('heading', { name: 'Новая' })).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.includes(old.id))).toEqual([]);
});

test('the sign-out removes the cards and the handles of their files', async ({ server }) => {
  answerIntake(server);
  openUserStorage(1);
  const userID = await untilUserStorage();
  const handlesID = (await saveHandles(userID, [await folderWith(pngOf('1.png'))]))!;
  saveRow(await saveEarlier(pngOf('1.png')));
  expect(await findHandles(userID, handlesID)).toHaveLength(1);
  expect(Object.values(localStorage).join()).not.toMatch(/Ромашкина|снимки/);
  removeAllInput();
  await expect.poll(() => findHandles(userID, handlesID)).toBeNull();
  expect(Object.keys(localStorage).filter((key) => key.includes('intake'))).toEqual([]);
});

test('one client can be chosen for all cards, and one click sends all cards that are ready', async ({
  server,
}) => {
  const created = server.refuse(createIntakeStudy, { status: 409, error: 'Не сейчас' });
  await open(server);
  for (const [at, name] of ['Первая Анна', 'Вторая Вера'].entries()) {
    const row = await saveEarlier(pngOf(`${at}.png`, at), {
      doctorID: null,
      patient: { ...emptyPatient, name, sex: 'female' },
    });
    saveRow(row);
    document.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => findRow(row.id)).toBeDefined();
    await addFiles({ found: [{ path: `${at}.png`, file: pngOf(`${at}.png`, at) }], handles: null });
  }
  await expect.element(page.getByRole('button', { name: /Отправить готовые/ })).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Клиент для всех' }).fill('вторая');
  await page.getByRole('option', { name: OTHER_CLIENT.name }).click();
  await page.getByRole('button', { name: 'Отправить готовые (2)' }).click();
  await expect.poll(() => created.length).toBe(2);
  expect(created.map(({ body }) => [body.doctorID, body.name]).toSorted()).toEqual([
    [OTHER_CLIENT.doctorID, 'Вторая Вера'],
    [OTHER_CLIENT.doctorID, 'Первая Анна'],
  ]);
});

test('the removal of one card or of all cards can be undone', async ({ server }) => {
  const named = (name: string) => ({ sought: { name, birthday: null, clientNames: [] } });
  const rows = [
    await saveEarlier(pngOf('1.png'), { ...named('Первая Анна'), addedAt: 2 }),
    await saveEarlier(pngOf('2.png', 1), { ...named('Вторая Вера'), addedAt: 1 }),
  ];
  await open(server, ...rows);
  await expect.poll(() => cards().elements().length).toBe(2);
  const titles = () => textsOf(cards().getByRole('heading'));
  const undo = page.getByRole('button', { name: 'Отменить' });
  await page.getByRole('button', { name: 'Убрать: Первая Анна' }).click();
  expect(titles()).toEqual(['Вторая Вера']);
  await undo.click();
  await expect.poll(titles).toEqual(['Первая Анна', 'Вторая Вера']);
  // the notice fades out, and a second one beside it has a button of the same name
  await expect.element(undo).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Убрать все' }).click();
  expect(titles()).toEqual([]);
  await undo.click();
  await expect.poll(titles).toEqual(['Первая Анна', 'Вторая Вера']);
});
