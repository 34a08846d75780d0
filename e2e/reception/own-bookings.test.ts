import type { Page } from '@playwright/test';
import { linkIn } from '../portal/mailbox.ts';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';
import { AssistantAPI } from '../portal/assistant-api.ts';

const PHONE = { width: 390, height: 844 };

/** A time zone in which it is about noon, because patients get no reminders at night. */
const zoneOfNoon = () => {
  const hour = new Date().getUTCHours();
  const ahead = 12 - hour;
  return `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`;
};

const freeTimes = (page: Page) =>
  page
    .getByRole('region', { name: 'Ближайшее время во всех центрах' })
    .getByRole('button', { name: /^\d\d:\d\d/ });

const bookNew = async (page: Page, name: string, phone: string) => {
  const dialog = page.getByRole('dialog');
  await freeTimes(page).first().click();
  await dialog.getByRole('button', { name: 'Новый пациент' }).click();
  await dialog.getByLabel('ФИО пациента').fill(name);
  await dialog.getByLabel('Телефон пациента').fill(phone);
};
const submit = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Записать' }).click();
const booked = (page: Page) => page.getByRole('heading', { name: 'Пациент записан' });

/** A portal with a clinic and its patient. */
const startPortal = async () => {
  const portal = await Portal.start({ TIME_ZONE: zoneOfNoon() });
  const assistant = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
  const api = await AssistantAPI.signIn(portal.address, assistant);
  const doctor = await api.createClient(newPerson('Клиника «Белая линия»'), portal.mailbox);
  await api.setFeatures(doctor, ['schedule']);
  await api.createPatient(doctor.doctorID, 'Соловьёва Анна Фёдоровна');
  await api.setPrice('КЛКТ обеих челюстей', 3500);
  return { portal, doctor };
};

/** Books a new patient with a reminder. Before «Записать» another clinic takes the time. */
const bookTakenTime = async (page: Page, other: Page) => {
  const dialog = page.getByRole('dialog');
  await bookNew(page, 'Орлов Пётр Ильич', '+7999');
  await submit(page);
  await expect(dialog.getByText('Введите телефон пациента полностью')).toBeVisible();
  await dialog.getByLabel('Телефон пациента').fill('+79990001122');
  await dialog.getByLabel('Дата рождения').fill('14.03.1987');
  await dialog.getByLabel('Подтвердить пациенту запись и напомнить о визите').check();
  await dialog.getByLabel('E-mail пациента').fill('orlov@mail.test');
  await expect(dialog.getByText('Подтверждение уйдёт сразу на orlov@mail.test')).toBeVisible();
  await bookNew(other, 'Зимин Кирилл', '+79990003344');
  await submit(other);
  await expect(booked(other)).toBeVisible();
  await submit(page);
  await expect(dialog.getByText('Это время уже занято. Выберите другое')).toBeVisible();
  await expect(dialog.getByLabel('ФИО пациента')).toHaveValue('Орлов Пётр Ильич');
  await dialog.getByRole('group', { name: 'Свободное время' }).getByRole('button').first().click();
  await checkScreen(page, 'book-taken-time');
  await submit(page);
  await expect(page.getByText(/^Пациенту отправлено письмо со ссылкой/)).toBeVisible();
};

const moveByLink = async (page: Page, link: string) => {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Ваш визит' })).toBeVisible();
  await expect(page.getByText('Орлов')).toBeHidden();
  await page.getByRole('button', { name: 'Приду' }).click();
  await expect(page.getByText('Вы подтвердили, что придёте')).toBeVisible();
  await checkScreen(page, 'visit');
  await page.getByRole('button', { name: 'Перенести' }).click();
  await page
    .getByRole('button', { name: /^\d\d:\d\d/ })
    .nth(7)
    .click();
  await checkScreen(page, 'visit-move');
  await page.getByRole('button', { name: 'Перенести визит' }).click();
  await expect(page.getByText(/Визит перенесён: /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Приду' })).toBeVisible();
};

const moveAndCancel = async (page: Page) => {
  await page.getByRole('link', { name: 'Мои записи' }).first().click();
  const bookings = page.getByRole('main').getByRole('listitem');
  await expect(bookings).toHaveCount(2);
  await checkScreen(page, 'own-bookings');
  const dialog = page.getByRole('dialog');
  const reminded = bookings.filter({ hasText: 'Орлов' });
  await reminded.getByRole('button', { name: 'Изменить' }).click();
  await expect(dialog.getByLabel('E-mail пациента')).toHaveValue('orlov@mail.test');
  await checkScreen(page, 'own-reminder');
  await dialog.getByLabel('Подтвердить пациенту запись и напомнить о визите').uncheck();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect(dialog).toBeHidden();
  await expect(reminded.getByText('Сообщения пациенту не отправляются')).toBeVisible();
  const own = bookings.filter({ hasText: 'Соловьёва' });
  await own.getByRole('button', { name: 'Перенести' }).click();
  await dialog
    .getByRole('button', { name: /^\d\d:\d\d/ })
    .nth(9)
    .click();
  await checkScreen(page, 'move-own-booking');
  await dialog.getByRole('button', { name: 'Перенести' }).click();
  await expect(dialog).toBeHidden();
  await expect(own.getByText('Перенесена')).toBeVisible();
  await own.getByRole('button', { name: 'Отменить' }).click();
  await dialog.getByRole('button', { name: 'Отменить запись' }).click();
  await expect(dialog).toBeHidden();
  await expect(bookings).toHaveCount(1);
  await page.getByText('Прошедшие и отменённые').click();
  await expect(page.getByText('Отменена', { exact: true })).toBeVisible();
};

test(
  'a doctor books in three clicks, moves and cancels on a phone; the patient moves by the link of the letter',
  { tag: '@one-process' },
  async ({ page, newBrowserPage, allowedErrors }) => {
    const { portal, doctor } = await startPortal();
    try {
      await page.setViewportSize(PHONE);
      await signIn(page, portal.address, doctor, '/doctor-area/schedule');
      await page.getByRole('combobox', { name: 'Исследование' }).click();
      await page.getByRole('option', { name: 'КЛКТ обеих челюстей' }).click();
      await expect(page.getByText(/^Цена: 3\s500/)).toBeVisible();
      await checkScreen(page, 'free-times-of-an-examination');
      await freeTimes(page).first().click();
      await page
        .getByRole('dialog')
        .getByRole('button', { name: /Соловьёва/ })
        .click();
      await checkScreen(page, 'book-own-patient');
      await submit(page);
      await expect(booked(page)).toBeVisible();
      await expect(page.getByRole('status').getByText(/^КЛКТ обеих челюстей, 3\s500/)).toBeVisible();
      await expect(page.getByText(/украшения и аксессуары/)).toBeVisible();
      await checkScreen(page, 'booking-done');

      const other = await newBrowserPage();
      const rival = await portal.addAccount('doctor', newPerson('Другая клиника'), ['schedule']);
      await signIn(other, portal.address, rival, '/doctor-area/schedule');
      allowedErrors.push(/409 .*\/api\/1\/doctor\/schedule\//);
      await bookTakenTime(page, other);

      const letter = await portal.mailbox.letter('orlov@mail.test', /Вы записаны/);
      const patientPage = await newBrowserPage();
      await patientPage.setViewportSize(PHONE);
      await moveByLink(patientPage, linkIn(letter));
      await portal.mailbox.letter(doctor.email, /перенесена/);

      await moveAndCancel(page);
      await portal.mailbox.letter(doctor.email, /отменена/);
    } finally {
      // closed, because the open pages would report the end of the portal
      for (const context of page.context().browser()?.contexts() ?? []) await context.close();
      await portal.remove();
    }
  },
);
