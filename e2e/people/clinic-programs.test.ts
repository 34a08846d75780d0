import { join } from 'node:path';
import { DEVICE_GRANT } from '@snimok/contract/people/auth';
import { PHANTOM_PATIENT, writePanoramic } from '../portal/files.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn, studyCard } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

/** The API as `snimok deliver` calls it, without a DICOM program behind it. */
const programOf = (address: string) => {
  const post = async (path: string, body: object, token?: string, method = 'POST') => {
    const reply = await fetch(`${address}/api/1${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
    return reply.status === 204 ? {} : ((await reply.json()) as Record<string, never>);
  };
  return {
    start: () =>
      post('/auth/device', { client_id: 'desktop', scope: 'receive-studies', app_version: '0.1.0' }),
    finish: (device_code: string) =>
      post('/auth/token', { grant_type: DEVICE_GRANT, device_code, client_id: 'desktop' }),
    claim: (token: string) => post('/receiver/deliveries/claim?wait=0', {}, token),
    report: (token: string, deliveryID: number, body: object) =>
      post(`/receiver/deliveries/${deliveryID}`, body, token, 'PATCH'),
  };
};

test('a doctor adds a program of the clinic, accepts its computer, and sees on the card what was sent', async ({
  page,
  portal,
  api,
  folder,
}) => {
  const client = await api.createClient(newPerson('Клиника «Ромашка»'), portal.mailbox);
  const patient = await api.createPatient(client.doctorID, PHANTOM_PATIENT.name);
  await api.createDoneStudy(patient, 'rg', await writePanoramic(join(folder, 'ОПТГ')));
  await signIn(page, portal.address, client);
  await page.getByRole('link', { name: 'Программы' }).click();
  await page.getByRole('button', { name: 'Добавить программу' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая программа' });
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expect(dialog.getByText('Введите название')).toBeVisible();
  await dialog.getByLabel('Название').fill('Romexis');
  await dialog.getByLabel('AE Title программы').fill('ROMEXIS');
  await dialog.getByLabel('Адрес', { exact: true }).fill('192.168.1.30');
  await checkScreen(page, 'clinic-program-form');
  await dialog.getByRole('button', { name: 'Добавить' }).click();
  await expect(page.getByText('ROMEXIS, 192.168.1.30:104; новые КЛКТ отправляются сами')).toBeVisible();

  const program = programOf(portal.address);
  const codes = await program.start();
  await page.getByLabel('Код с экрана программы').fill(codes.user_code ?? '');
  await page.getByRole('button', { name: 'Далее' }).click();
  await expect(page.getByText('Готовые исследования ваших пациентов')).toBeVisible();
  await page.getByRole('button', { name: 'Разрешить' }).click();
  await expect(page.getByText('Вход разрешён')).toBeVisible();
  const { access_token: token = '' } = await program.finish(codes.device_code ?? '');
  await page.getByRole('link', { name: 'Все программы' }).click();
  await expect(page.getByText('Ещё не обращался')).toBeVisible();
  await checkScreen(page, 'clinic-programs');

  await page.goto(`${portal.address}/doctor-area/patients/${patient.patientID}/studies`);
  const card = studyCard(page).getByRole('region', { name: 'Программы клиники' });
  await card.getByRole('button', { name: 'Отправить в программу: Romexis' }).click();
  await expect(card).toContainText('Romexis: ждёт компьютера клиники');
  const send = async (report: object) => {
    const { delivery } = (await program.claim(token)) as { delivery?: { deliveryID: number } };
    await program.report(token, delivery?.deliveryID ?? 0, report);
  };
  await send({ status: 'failed', reason: 'программа не отвечает' });
  await expect(card).toContainText('Romexis: не отправлено, программа не отвечает', { timeout: 20_000 });
  await checkScreen(page, 'clinic-delivery');
  await card.getByRole('button', { name: 'Повторить: Romexis' }).click();
  await expect(card).toContainText('ждёт компьютера клиники');
  await send({ status: 'sent' });
  await expect(card).toContainText(/Отправлено в Romexis \d\d\.\d\d/, { timeout: 20_000 });
});
