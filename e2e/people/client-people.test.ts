import { linkIn } from '../portal/mailbox.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, signInForm } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('the owner of a clinic invites a receptionist, who works without pictures until she is removed', async ({
  page,
  portal,
  api,
  assistant,
  newBrowserPage,
  allowedErrors,
}) => {
  allowedErrors.push(/40[13].*\/api\/1\//);
  const clinic = await api.createClient(newPerson('Клиника «Белая линия»'), portal.mailbox);
  const patient = await api.createPatient(clinic.doctorID, 'Орлова Анна Сергеевна');
  await api.createStudy(patient, 'cbct', 'Имплантация 36');
  const reception = newPerson('Белова Ирина');

  await signIn(page, portal.address, clinic, '/doctor-area/people');
  await page.getByRole('button', { name: 'Пригласить сотрудника' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail').fill(reception.email);
  await dialog.getByLabel('Врач').press('ArrowDown');
  await expect(dialog.getByLabel('Регистратура')).toBeChecked();
  await checkScreen(page, 'client-people-invite');
  await dialog.getByLabel('E-mail').press('Enter');
  await expect(dialog.getByText('Приглашение отправлено на почту.')).toBeVisible();
  // it closes by itself
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row', { name: reception.email })).toContainText('действует до');
  await checkScreen(page, 'client-people-invited');

  const phone = await newBrowserPage();
  await phone.setViewportSize({ width: 390, height: 844 });
  await test.step('on a phone the receptionist accepts the invitation and sees the patient without pictures', async () => {
    await phone.goto(linkIn(await portal.mailbox.letter(reception.email, /Приглашение/)));
    await expect(phone.getByText('Клиника «Белая линия» приглашает вас')).toBeVisible();
    await checkScreen(phone, 'client-people-accept');
    await phone.getByLabel('Ваше имя').fill(reception.name);
    await phone.getByLabel('Новый пароль').fill(reception.password);
    await phone.getByLabel('Повторите пароль').fill(reception.password);
    await phone.getByLabel('Повторите пароль').press('Enter');
    await phone.getByRole('link', { name: patient.name }).click();
    const card = phone.getByRole('article');
    await expect(card).toContainText('Имплантация 36');
    await expect(phone.getByRole('button', { name: 'Поделиться' })).toHaveCount(0);
    await checkScreen(phone, 'client-people-reception');
    await phone.setViewportSize({ width: 390, height: 844 });
    await phone.getByRole('button', { name: 'Открыть меню' }).click();
    const menu = phone.getByRole('navigation', { name: 'Меню' });
    await expect(menu.getByRole('link', { name: 'Профиль' })).toBeVisible();
    await expect(menu.getByRole('link', { name: 'Сотрудники клиники' })).toHaveCount(0);
  });

  await test.step('the centre sees the people of the clinic', async () => {
    const office = await newBrowserPage();
    await signIn(office, portal.address, assistant, `/assistant-area/doctors/${clinic.doctorID}/patients`);
    await office.getByRole('button', { name: '2 сотрудника' }).click();
    await expect(office.getByRole('dialog').getByText(reception.name)).toBeVisible();
    await checkScreen(office, 'client-people-centre');
  });

  await test.step('the owner removes the receptionist, whose open page is signed out at once', async () => {
    await page.reload();
    await expect(page.getByRole('row', { name: reception.name })).toContainText('Регистратура');
    await checkScreen(page, 'client-people');
    await page.getByRole('button', { name: `Удалить: ${reception.name}` }).press('Enter');
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await expect(page.getByRole('row', { name: reception.name })).toHaveCount(0);
    await expect(signInForm(phone).submit).toBeVisible();
  });
});
