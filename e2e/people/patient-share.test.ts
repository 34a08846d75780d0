import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { signInByAPI } from '../portal/api-sign-in.ts';
import { writePanoramic } from '../portal/files.ts';
import { linkIn } from '../portal/mailbox.ts';
import { expectNotice } from '../pages/notices.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

// a link without its PIN and a revoked link cause these errors
test.use({ allowedErrors: [/status of (40[03]|40[14] .*\/api\/1\/external\/)/] });

test("a doctor requests access to another doctor's patient, and sees the patient until the share is closed", async ({
  page,
  newBrowserPage,
  portal,
  api,
  folder,
}) => {
  const owner = await api.createClient(newPerson('Клиника Владельца'), portal.mailbox);
  const colleague = await api.createClient(newPerson('Клиника Коллеги'), portal.mailbox);
  const patient = await api.createPatient(owner.doctorID, 'Морозова Вера Павловна');
  await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'Рентген')));
  const path = `/doctor-area/patients/${patient.patientID}/studies`;

  await signIn(page, portal.address, colleague, path);
  await expect(page.getByRole('heading', { name: 'Доступ запрещен.' })).toBeVisible();
  await page.getByRole('button', { name: 'Запросить доступ' }).click();
  const request = page.getByRole('dialog', { name: 'Запросить доступ' });
  await request.getByRole('button', { name: 'Отправить' }).click();
  await expectNotice(page, 'Запрос отправлен успешно', 'Запросить доступ');
  await expect(request).toBeHidden();

  const [link = ''] =
    /http\S+shareDoctorID=\d+/.exec((await portal.mailbox.letter(owner.email, /Запрос доступа/)).text) ?? [];
  const ownersPage = await newBrowserPage();
  await signIn(ownersPage, portal.address, owner, link.slice(link.indexOf('/doctor-area')));
  const dialog = ownersPage.getByRole('dialog', { name: 'Поделиться пациентом' });
  await dialog.getByRole('button', { name: 'Разрешить: Клиника Коллеги' }).click();
  await expect(dialog.getByRole('button', { name: 'Закрыть доступ: Клиника Коллеги' })).toBeVisible();

  await page.goto(`${portal.address}/doctor-area/patients/shared`);
  await page.getByRole('link', { name: 'Список исследований' }).click();
  await expect(page.getByRole('heading', { name: 'Морозова Вера Павловна' })).toBeVisible();
  await expect(studyCard(page)).toContainText('Доступно');
  await expect(page.getByRole('button', { name: 'Поделиться' })).toBeHidden();

  await dialog.getByRole('button', { name: 'Закрыть доступ: Клиника Коллеги' }).click();
  await dialog.getByRole('button', { name: 'Закрыть доступ', exact: true }).click();
  await expect(dialog.getByText('Доступ закрыт')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Доступ запрещен.' })).toBeVisible();
});

/** Sends a link to an address that was refused; returns its PIN. */
const sendLinkTo = async (page: Page, email: string) => {
  const sharing = page.getByRole('dialog', { name: 'Поделиться пациентом' });
  await sharing.getByRole('button', { name: 'Отправить ссылку' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ссылка на исследование' });
  await expect(dialog.getByLabel('E-mail получателя')).toHaveValue(email);
  const pin = await dialog.getByLabel('ПИН-код', { exact: true }).inputValue();
  await dialog.getByLabel('Срок').selectOption('7 дней');
  await dialog.getByRole('button', { name: 'Отправить ссылку' }).click();
  await dialog.getByRole('button', { name: 'Код записан' }).click();
  await expect(dialog.getByRole('listitem', { name: email })).toContainText('Ещё не открывали.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  return pin;
};

const openLink = async (screen: Page, link: string, pin: string, patientName: string) => {
  await screen.goto(link);
  await screen.getByLabel('ПИН-код').fill(pin);
  await screen.getByRole('button', { name: 'Открыть' }).click();
  await expect(screen.getByRole('heading', { name: patientName })).toBeVisible();
};

test('a patient is shared by e-mail, and an unknown address is rejected with an explanation', async ({
  page,
  newBrowserPage,
  portal,
  api,
  folder,
}) => {
  const owner = await api.createClient(newPerson('Клиника А'), portal.mailbox);
  const colleague = await api.createClient(newPerson('Клиника Б'), portal.mailbox);
  const patient = await api.createPatient(owner.doctorID, 'Орлов Пётр Юрьевич');
  await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'Рентген')));
  const outsider = newPerson('Хирург').email;
  await signIn(page, portal.address, owner, `/doctor-area/patients/${patient.patientID}/studies`);
  await page.getByRole('button', { name: 'Поделиться' }).click();
  const dialog = page.getByRole('dialog', { name: 'Поделиться пациентом' });
  const recipient = dialog.getByLabel('Врач');
  const send = dialog.getByRole('button', { name: 'Поделиться' });

  await send.click();
  await expect(dialog).toContainText('Выберите врача из списка или введите его e-mail');
  await recipient.fill(outsider);
  await send.click();
  await expect(dialog.getByRole('alert')).toContainText('нет в портале');

  await test.step('the unknown address gets a link to a study instead, which the doctor revokes', async () => {
    const pin = await sendLinkTo(page, outsider);
    const letter = await portal.mailbox.letter(outsider, /открыли доступ к исследованию/);
    expect(letter.text).toContain(`${owner.name} открывает вам исследование своего пациента: Рентген от`);
    const screen = await newBrowserPage();
    await openLink(screen, linkIn(letter), pin, 'Орлов Пётр Юрьевич');
    await expect(screen.getByText(`${owner.name} открывает вам исследование`)).toBeVisible();
    await studyCard(page).getByRole('button', { name: 'Ссылка коллеге' }).click();
    const links = page.getByRole('dialog', { name: 'Ссылка на исследование' });
    const row = links.getByRole('listitem', { name: outsider });
    await expect(row).toContainText(/Открыли \d\d\.\d\d\.\d{4}/);
    await row.getByRole('button', { name: 'Удалить' }).click();
    await row.getByRole('button', { name: 'Удалить ссылку' }).click();
    await expect(row).toContainText('Ссылка удалена');
    await screen.reload();
    await expect(screen.getByRole('heading', { name: 'Доступ закрыт или его срок истёк' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(links).toBeHidden();
  });

  await page.getByRole('button', { name: 'Поделиться' }).click();
  await recipient.fill(colleague.email);
  await send.click();
  await expectNotice(page, 'Врачу на почту придет письмо с пациентом', 'Поделиться пациентом');
  await expect(dialog).toBeHidden();
  const { text } = await portal.mailbox.letter(colleague.email, /открыли доступ к пациенту/);
  expect(text).toContain(`/doctor-area/patients/${patient.patientID}/studies`);
});

/** Clicks, waits for the result, and clicks twice more at the same place, as an impatient person does. */
const clickAgainAt = async (page: Page, button: Locator, result: Locator) => {
  await button.scrollIntoViewIfNeeded();
  const box = await button.boundingBox();
  if (!box) throw new Error('the button is not visible');
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2;
  await page.mouse.click(x, y);
  await expect(result).toBeVisible();
  await page.mouse.click(x, y);
  await page.mouse.click(x, y);
};

test('repeated clicks at one place neither close a doctor’s access nor give access to another doctor', async ({
  page,
  portal,
  api,
}) => {
  const invite = (name: string) => api.createClient(newPerson(name), portal.mailbox);
  const owner = await invite('Клиника А');
  const first = await invite('Клиника Б');
  const second = await invite('Клиника В');
  const third = await invite('Клиника Г');
  const patient = await api.createPatient(owner.doctorID, 'Орлова Дарья Юрьевна');
  const shares = `${portal.address}/api/1/doctor/patients/${patient.patientID}/shares`;
  const readShares = async () => {
    const { doctors, requests } = await (await page.request.get(shares)).json();
    const names = (list: { name: string }[]) => list.map(({ name }) => name);
    return { doctors: names(doctors), requests: names(requests) };
  };
  await signIn(page, portal.address, owner, `/doctor-area/patients/${patient.patientID}/studies`);
  for (const { email } of [first, second])
    await expect(await page.request.post(shares, { data: { shareDoctorEmail: email } })).toBeOK();
  const dialog = page.getByRole('dialog', { name: 'Поделиться пациентом' });
  const access = (name: string) => dialog.getByRole('button', { name: `Закрыть доступ: ${name}` });

  await test.step('repeated clicks after a share', async () => {
    await page.getByRole('button', { name: 'Поделиться' }).click();
    await expect(access('Клиника Б')).toBeVisible();
    await dialog.getByLabel('Врач').fill(third.email);
    const send = dialog.getByRole('button', { name: 'Поделиться' });
    await clickAgainAt(page, send, dialog.getByText('Врачу на почту придет письмо с пациентом'));
    await expect(dialog).toBeHidden();
    expect(await readShares()).toEqual({ doctors: ['Клиника Б', 'Клиника В', 'Клиника Г'], requests: [] });
  });

  await test.step('repeated clicks on the button that closes access', async () => {
    await page.getByRole('button', { name: 'Поделиться' }).click();
    const question = dialog.getByText('Врач больше не увидит карточку');
    await clickAgainAt(page, access('Клиника Б'), question);
    expect((await readShares()).doctors).toHaveLength(3);
    await dialog.getByRole('button', { name: 'Закрыть доступ', exact: true }).click();
    await expect(dialog.getByRole('group', { name: 'Клиника Б' })).toContainText('Доступ закрыт');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect((await readShares()).doctors).toEqual(['Клиника В', 'Клиника Г']);
  });

  await test.step('repeated clicks after a request is accepted or declined', async () => {
    for (const { doctorID } of [second, third])
      await expect(await page.request.delete(`${shares}/${doctorID}`)).toBeOK();
    for (const doctor of [first, second, third]) {
      const { cookie } = await signInByAPI(portal.address, doctor);
      const reply = await fetch(`${shares}/request`, { method: 'POST', headers: { cookie } });
      expect(reply.ok).toBe(true);
    }
    await page.reload();
    await page.getByRole('button', { name: 'Поделиться' }).click();
    const accept = dialog.getByRole('button', { name: 'Разрешить: Клиника Б' });
    await clickAgainAt(page, accept, access('Клиника Б'));
    const decline = dialog.getByRole('button', { name: 'Отклонить: Клиника В' });
    await clickAgainAt(page, decline, dialog.getByText('Отклонить запрос? Врач увидит отказ.'));
    expect(await readShares()).toEqual({ doctors: ['Клиника Б'], requests: ['Клиника В', 'Клиника Г'] });
    await dialog.getByRole('button', { name: 'Отклонить', exact: true }).click();
    await expect(dialog.getByRole('group', { name: 'Клиника В' })).toContainText('Отклонено');
    expect((await readShares()).requests).toEqual(['Клиника Г']);
  });
});
