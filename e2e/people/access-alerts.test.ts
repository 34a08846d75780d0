import { join } from 'node:path';
import { AssistantAPI } from '../portal/assistant-api.ts';
import { contentsOfZip, writePanoramic } from '../portal/files.ts';
import { chooseFromMenu } from '../pages/keyboard.ts';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { fillSignIn, signIn, signInForm } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an employee who opens many studies is suspended, and an administrator deals with it by keyboard', async ({
  page,
  newBrowserPage,
  allowedErrors,
  folder,
}) => {
  allowedErrors.push(/40[13].*\/api\/1\//);
  const portal = await Portal.start({ ALERT_STUDIES_HOURLY: '1', ALERT_SUSPEND: 'on' });
  try {
    const admin = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    const employee = await portal.addAccount('assistant', newPerson('Борис Котов'));
    const api = await AssistantAPI.signIn(portal.address, admin);
    const { doctorID } = await api.createClient(newPerson('Клиника'), portal.mailbox);
    const patient = await api.createPatient(doctorID, 'Ежова Анна');
    const files = await writePanoramic(join(folder, 'ОПТГ'));
    // one study each, because the export below opens a study too, and the administrator must stay within the
    // limit
    const studies = [
      await api.createDoneStudy(patient, 'rg', files),
      await api.createDoneStudy(await api.createPatient(doctorID, 'Ершова Мария'), 'rg', files),
    ];

    await signIn(page, portal.address, admin, '/assistant-area/overview');
    const phone = await newBrowserPage();
    await phone.setViewportSize({ width: 390, height: 844 });
    await signIn(phone, portal.address, employee, '/assistant-area/profile');
    for (const studyID of studies)
      await phone.evaluate((id) => fetch(`/api/1/assistant/studies/${id}/download`), studyID);
    await expect(signInForm(phone).submit).toBeVisible();
    await fillSignIn(phone, employee);
    await expect(phone.getByText(/Вход приостановлен.*Позвоните/)).toBeVisible();
    await checkScreen(phone, 'sign-in-suspended');

    const alerts = page.getByRole('region', { name: 'Необычно много исследований' });
    await expect(alerts).toContainText('За час 2 исследования, предел 1');
    await checkScreen(page, 'overview-access-alert');
    await alerts.getByRole('button', { name: 'Открыть вход: Борис Котов' }).press('Enter');
    await page.getByRole('dialog').getByRole('button', { name: 'Открыть вход' }).press('Enter');
    await expect(alerts).not.toContainText('Вход приостановлен');
    await alerts.getByRole('button', { name: 'Разобрано: Борис Котов' }).press('Enter');
    await expect(alerts).toBeHidden();
    await signIn(phone, portal.address, employee, '/assistant-area/profile');

    await test.step('all data of the patient are saved as one file', async () => {
      await page.goto(
        `${portal.address}/assistant-area/doctors/${doctorID}/patients/${patient.patientID}/studies`,
      );
      await chooseFromMenu(page, 'Ещё: Ежова Анна', 'Выгрузить все данные');
      const submit = page.getByRole('dialog').getByRole('button', { name: 'Выгрузить' });
      await checkScreen(page, 'patient-export');
      const download = page.waitForEvent('download');
      await submit.press('Enter');
      const path = join(folder, 'data.zip');
      await (await download).saveAs(path);
      expect([...contentsOfZip(path).keys()]).toEqual(expect.arrayContaining(['data.json', 'index.html']));
    });
    await phone.close();
  } finally {
    await page.close();
    await portal.remove();
  }
});
