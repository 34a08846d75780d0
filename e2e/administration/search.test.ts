import { fillSignIn, signIn } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

const searchBox = (page: Page, name = 'Поиск пациентов и клиентов') => page.getByRole('combobox', { name });

/** The options of the search; the selection of months on the same page has options too. */
const found = (page: Page) => page.getByRole('listbox', { name: /^Поиск/ }).getByRole('option');

test('an assistant finds a patient and a client by keyboard only', async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const clinic = await api.createClient(newPerson('Клиника «Аметистовая»'), portal.mailbox);
  await api.createPatient(clinic.doctorID, 'Аметистов Пётр Семёнович');
  await api.createPatient(clinic.doctorID, 'Перламутрова Анна');
  await signIn(page, portal.address, assistant);
  const box = searchBox(page);

  await test.step('the slash key focuses the search box, and two letters are too few', async () => {
    await page.keyboard.press('/');
    await expect(box).toBeFocused();
    await expect(box).toHaveValue('');
    await box.pressSequentially('ам');
    await expect(page.getByText('Введите не меньше 3 символов')).toBeVisible();
  });

  await test.step('patients and clients are listed, and Enter opens the first result', async () => {
    await box.pressSequentially('ет');
    await expect(found(page)).toHaveText([/Аметистов.*Клиника «Аметистовая»/, /Клиника «Аметистовая»/]);
    await expect(page.getByRole('status').filter({ hasText: 'Найдено' })).toHaveText(
      /Найдено: 2\sрезультата/,
    );
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Аметистов Пётр Семёнович' })).toBeVisible();
    await expect(box).toHaveValue('');
  });

  await test.step('words match in any order and е matches ё; the arrow key selects the next result', async () => {
    await page.keyboard.press('/');
    await box.pressSequentially('петр амет');
    await expect(found(page)).toHaveCount(1);
    await box.fill('аметист');
    await expect(found(page)).toHaveCount(2);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Клиника «Аметистовая»' })).toBeVisible();
    await expect(page.getByText('Перламутрова Анна')).toBeVisible();
  });

  await test.step('words in the other keyboard layout or in Latin letters match, and the hit says how they were read', async () => {
    await page.keyboard.press('/');
    await box.fill('fvtnbcnjd');
    await expect(found(page)).toHaveText([
      /Аметистов Пётр Семёнович.*найдено как «аметистов»/,
      /Аметистовая/,
    ]);
    await box.fill('Ametistov');
    await expect(found(page)).toHaveText([
      /Аметистов Пётр Семёнович.*найдено как «аметистов»/,
      /Аметистовая/,
    ]);
    await page.keyboard.press('Escape');
  });

  await test.step('a search without results says so, Escape closes it, and a slash in a field is typed', async () => {
    await page.keyboard.press('/');
    await box.fill('Нетакогов 8 999');
    await expect(page.getByText('Ничего не найдено').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(box).not.toBeFocused();
    await expect(page.getByRole('listbox')).toBeHidden();
    await page.getByRole('button', { name: 'Создать карточку пациента' }).first().click();
    const name = page.getByRole('dialog').getByLabel('ФИО');
    await name.fill('А');
    await name.press('/');
    await expect(name).toHaveValue('А/');
  });
});

test('a doctor on a phone finds only her own patients', async ({ newBrowserPage, portal, api }) => {
  const own = await api.createClient(newPerson('Клиника «Своя»'), portal.mailbox);
  const other = await api.createClient(newPerson('Клиника «Чужая»'), portal.mailbox);
  await api.createPatient(own.doctorID, 'Телефонова Ольга');
  await api.createPatient(other.doctorID, 'Телефонов Чужой');
  const page = await newBrowserPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(portal.address);
  await fillSignIn(page, own);
  await page.getByRole('button', { name: 'Поиск пациентов' }).click();
  const box = searchBox(page, 'Поиск пациентов');
  await expect(box).toBeFocused();
  await box.fill('телефон');
  await expect(found(page)).toHaveText(['Телефонова Ольга']);
  await found(page).click();
  await expect(page.getByRole('heading', { name: 'Телефонова Ольга' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Закрыть поиск' })).toBeHidden();
});

test('the main page shows changes by a colleague without a reload', async ({
  page,
  portal,
  assistant,
  api,
}) => {
  const clinic = await api.createClient(newPerson('Клиника «Живая»'), portal.mailbox);
  const patient = await api.createPatient(clinic.doctorID, 'Свежева Анна');
  await signIn(page, portal.address, assistant);
  const inWork = page.getByRole('tab', { name: /Пациенты в работе/ });
  await expect(inWork).toBeVisible();
  await expect(page.getByText('Свежева Анна')).toBeHidden();
  await api.createStudy(patient, 'rg');
  await expect(page.getByRole('link', { name: 'Свежева Анна' })).toBeVisible();
  await expect(inWork).toHaveText(/[1-9]/);
});
