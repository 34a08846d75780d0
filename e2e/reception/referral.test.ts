import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { callsOf } from '../portal/api-sign-in.ts';
import { PHANTOM_PATIENT, writePanoramic } from '../portal/files.ts';
import { refer } from '../portal/bookings-and-reports.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

const PATIENT = 'Рябинина Софья Андреевна';

test('a doctor writes a referral on a phone with the keyboard and prints it, and the centre accepts it with one click', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  api,
}) => {
  const client = await api.createClient(newPerson('Клиника «Моляр»'), portal.mailbox);
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, portal.address, client, '/doctor-area/referrals');
  await expect(page.getByText('Направлений пока нет')).toBeVisible();
  await page.getByRole('link', { name: 'Новое направление' }).first().click();

  // the fields say what is missing
  await page.getByRole('button', { name: 'Отправить направление' }).click();
  await expect(page.getByText('Выберите пациента или добавьте нового')).toBeVisible();
  await expect(page.getByText('Выберите исследование', { exact: true }).last()).toBeVisible();
  await page.getByText('Новый', { exact: true }).click();
  await page.getByLabel('ФИО').fill(PATIENT);
  await page.getByLabel('Женский').check();
  await page.getByLabel('Дата рождения').fill('14.03.1991');
  await page.getByLabel('Телефон').fill('+79161234567');
  await page.getByRole('combobox', { name: 'Что сделать' }).click();
  await page.getByRole('option', { name: 'КЛКТ обеих челюстей' }).click();
  await expect(page.getByText('снимите украшения')).toBeVisible();

  // the teeth are one stop of Tab; arrow keys move between them, Space chooses
  await page.getByRole('button', { name: /^Зуб 18:/ }).focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'Space', 'ArrowDown', 'Space', 'End', 'Space'])
    await page.keyboard.press(key);
  await expect(
    page.getByRole('button', { name: 'Зуб 46: нижняя челюсть справа, первый моляр' }),
  ).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Выбраны: 16, 38, 46')).toBeVisible();
  await page.getByLabel('Клинический вопрос').fill('Оценить объём кости перед имплантацией');
  await page.getByRole('radio', { name: 'Срочная' }).check();
  await page.getByRole('checkbox', { name: 'Кардиостимулятор' }).check();
  await page.getByRole('combobox', { name: 'Кому ещё открыть исследование' }).fill('surgeon@clinic.test');
  await page.keyboard.press('Enter');
  await checkScreen(page, 'referral-form');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Отправить направление' }).dblclick();
  await expect(page.getByRole('heading', { name: /Направление № \d+/ })).toBeVisible();
  await expect(page.getByText('Ждёт ответа')).toBeVisible();
  await checkScreen(page, 'referral-sent');
  const print = page.getByRole('link', { name: 'Распечатать' });
  const pdf = await page.request.get(`${portal.address}${(await print.getAttribute('href')) ?? ''}`);
  expect([pdf.headers()['content-type'], (await pdf.body()).subarray(0, 5).toString()]).toEqual([
    'application/pdf',
    '%PDF-',
  ]);

  // the QR code contains the address of this page
  const address = page.url().replace('/doctor-area/', '/assistant-area/');
  const otherPage = await newBrowserPage();
  await signIn(otherPage, portal.address, assistant, new URL(address).pathname);
  await expect(otherPage.getByText(PATIENT)).toBeVisible();
  await expect(otherPage.getByText('Кардиостимулятор')).toBeVisible();
  await checkScreen(otherPage, 'referral-incoming');
  await otherPage
    .getByRole('link', { name: /^Направления/ })
    .first()
    .click();
  await expect(otherPage.getByRole('img', { name: /направлени\S+ жд\S+ решения/ })).toBeVisible();
  await checkScreen(otherPage, 'referrals');
  await otherPage.setViewportSize({ width: 1440, height: 900 });
  await otherPage.getByRole('button', { name: `Принять: ${PATIENT}` }).dblclick();
  await expect(otherPage.getByRole('heading', { name: PATIENT })).toBeVisible();
  const card = otherPage.getByRole('article');
  await expect(card).toHaveCount(1);
  await expect(card.getByRole('link', { name: /№ \d+, Клиника «Моляр», срочное/ })).toBeVisible();
  await expect(card.getByText('16, 38, 46', { exact: true })).toBeVisible();
  await checkScreen(otherPage, 'study-with-referral');

  // the doctor's page shows the change without a reload
  await expect(page.getByText('Принято', { exact: true })).toBeVisible({ timeout: 15_000 });
  await page.getByRole('link', { name: 'Открыть исследование' }).click();
  await expect(page.getByRole('article').getByText('16, 38, 46', { exact: true })).toBeVisible();
});

test('an administrator edits the list of examinations that clients choose from', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant, '/assistant-area/referrals/examinations');
  await page.getByRole('button', { name: 'Добавить исследование' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новое исследование' });
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog.getByText('Введите название')).toBeVisible();
  await dialog.getByLabel('Название').fill('Зонография ВНЧС');
  await dialog.getByRole('radio', { name: 'Рентген (2D)' }).check();
  await checkScreen(page, 'examination');
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  const items = page.getByRole('main').getByRole('listitem');
  await expect(items.last()).toContainText('Зонография ВНЧС');
  await page.getByRole('button', { name: 'Выше: Зонография ВНЧС' }).click();
  await expect(items.last()).toContainText('Прицельный снимок зуба');
  await checkScreen(page, 'examinations');
});

/** Counts the clicks of an assistant and the characters typed into fields. */
const countInput = () => {
  const typed: string[] = [];
  let clicks = 0;
  return {
    typed,
    clicks: () => clicks,
    click: async (control: Locator) => {
      await control.click();
      clicks += 1;
    },
    fill: async (field: Locator, text: string) => {
      await field.fill(text);
      typed.push(text);
    },
  };
};

interface Uploading {
  folder: string;
  question: string;
  click: (control: Locator) => Promise<void>;
}

/** Sends a radiograph to the study of a referral. */
const uploadTo = async (card: Locator, { folder, question, click }: Uploading) => {
  const into = await writePanoramic(join(folder, 'ОПТГ'));
  const files = readdirSync(into).map((file) => join(into, file));
  await expect(card).toContainText(question);
  // the comment does not repeat what the referral says
  await expect(card.getByText(question)).toHaveCount(1);
  await card.getByLabel('Файлы для загрузки').setInputFiles(files);
  await click(card.getByRole('button', { name: 'Загрузить' }));
  await expect(card).toContainText('Выполнено', { timeout: 90_000 });
};

// oxlint-disable-next-line max-lines-per-function -- one way of one patient, in named steps
test('an assistant accepts and books a referral, marks the arrival, uploads and signs the report without typing a name', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
  folder,
}) => {
  const client = await portal.addAccount('doctor', newPerson('Клиника «Цепочка»'), ['schedule']);
  const { name } = PHANTOM_PATIENT;
  const question = 'Есть ли очаг у зуба 36?';
  const referralUUID = await refer(await callsOf(portal.address, client), {
    name,
    birthday: '1987-03-14',
    bookingID: null,
    question,
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, portal.address, assistant, '/assistant-area/referrals');
  const { click, fill, typed, clicks } = countInput();
  const main = page.getByRole('main');
  const dialog = page.getByRole('dialog');

  await test.step('the referral is accepted and booked', async () => {
    await click(page.getByRole('row').filter({ hasText: client.name }).getByRole('link').first());
    await checkScreen(page, 'referral-to-book');
    await click(page.getByRole('button', { name: 'Принять и записать' }));
    await expect(page.getByText(`${name}, `)).toContainText('Выберите свободное время');
    await checkScreen(page, 'booking-for-a-referral');
    await click(page.getByRole('button', { name: /записать на/ }).first());
    await expect(dialog).toContainText(name);
    await expect(dialog).toContainText('14.03.1987');
    await expect(dialog).toContainText(client.name);
    await expect(dialog.getByLabel('Телефон пациента')).not.toHaveValue('');
    await checkScreen(page, 'book-a-referral');
    await click(dialog.getByRole('button', { name: 'Записать' }));
    await expect(dialog).toBeHidden();
    await expect(page).not.toHaveURL(/referral=/);
  });

  await test.step('the patient arrives', async () => {
    // other clients may have booked a patient of the same name
    await click(page.getByTitle(`${name} · ${client.name}`));
    await expect(dialog.getByRole('link', { name: /Направление № \d+/ })).toBeVisible();
    await checkScreen(page, 'booking-of-a-referral');
    await click(dialog.getByRole('button', { name: 'Отметить приход' }));
    await click(dialog.getByRole('button', { name: 'Отметить приход' }));
    await expect(page.getByRole('heading', { name })).toBeVisible();
  });

  await test.step('the files are uploaded to the study of the referral', async () => {
    const card = studyCard(page);
    await uploadTo(card, { folder, question, click });
    await expect(page.getByRole('article')).toHaveCount(1);
    await click(card.getByRole('link', { name: /^№ \d+/ }));
    await expect(main.getByText('Выполнено')).toBeVisible();
    await click(main.getByRole('link', { name: 'Открыть исследование' }));
  });

  await test.step('the report is signed', async () => {
    await click(studyCard(page).getByRole('button', { name: /Написать заключение/ }));
    await click(dialog.getByRole('button', { name: 'Начать' }));
    await fill(page.getByRole('textbox', { name: 'Заключение', exact: true }), 'Периодонтит зуба 36');
    await expect(page.getByText(/^Сохранено \d\d:\d\d$/)).toBeVisible();
    await click(page.getByRole('button', { name: 'Подписать' }));
    await fill(dialog.getByLabel('Ваш пароль'), assistant.password);
    await click(dialog.getByRole('button', { name: 'Подписать' }));
    await expect(page.getByRole('article')).toContainText('Периодонтит зуба 36');
  });

  // from the list of referrals to the signature; no name, date, phone or client is typed
  expect(clicks()).toBe(14);
  expect(typed).toEqual(['Периодонтит зуба 36', assistant.password]);

  await test.step('the doctor reads the report', async () => {
    const doctorPage = await newBrowserPage();
    await signIn(doctorPage, portal.address, client, `/doctor-area/referrals/${referralUUID}`);
    await doctorPage.getByRole('link', { name: 'Открыть исследование' }).click();
    await studyCard(doctorPage).getByRole('link', { name: 'Читать' }).click();
    await expect(doctorPage.getByRole('article')).toContainText('Периодонтит зуба 36');
  });
});
