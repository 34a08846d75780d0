import { listDropdownDoctors } from '@snimok/contract/people/doctors';
import { getPatient, listDropdownPatients } from '@snimok/contract/people/patients';
import { getProfile } from '@snimok/contract/people/profile';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import type { Locator } from 'vitest/browser';
import { ASSISTANT_SETTINGS, CLIENT, PATIENT } from '../../../testing/answers.ts';
import { showRoutes } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { AssistantArea } from '../assistant-area.tsx';
import CreateStudyPage from './create-study-page.tsx';

const CREATE = '/assistant-area/applications/create';
const routes = [
  {
    path: '/assistant-area',
    Component: AssistantArea,
    children: [{ path: 'applications/create/:doctorID?/:patientID?', Component: CreateStudyPage }],
  },
];

/** Whether the label of a field is in the window and nothing lies above it. */
const isUncovered = (label: Locator) => {
  const { left, top } = label.element().getBoundingClientRect();
  return label.element().contains(document.elementFromPoint(left + 5, top + 2));
};

const expectShown = async (control: Locator, label: string) => {
  await page.getByRole('button', { name: 'Создать исследование' }).click();
  await expect.element(control).toHaveFocus();
  await expect.poll(() => isUncovered(page.getByText(label))).toBe(true);
};

test('the first wrong field is focused and shown with its label, below the header', async ({ server }) => {
  server.answer(getProfile, { name: 'Петрова Ольга', email: 'olga@centre.test', mfaEnabled: false });
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  server.answer(listDropdownDoctors, { doctors: [CLIENT] });
  server.answer(listDropdownPatients, { patients: [PATIENT] });
  server.answer(getPatient, PATIENT);
  await page.viewport(390, 480);
  const router = showRoutes(routes, CREATE);
  const client = page.getByRole('combobox', { name: 'Врач или клиника' });
  await expectShown(client, 'Врач или клиника');
  await router.navigate(`${CREATE}/${CLIENT.doctorID}`);
  // the form of the new URL
  await expect.element(client).toHaveValue(CLIENT.name);
  await page.getByLabelText('ФИО').fill(PATIENT.name);
  await expectShown(page.getByRole('radio', { name: 'Женский' }), 'Пол');
  await router.navigate(`${CREATE}/${CLIENT.doctorID}/${PATIENT.patientID}`);
  await expectShown(page.getByRole('radio', { name: /Рентген/ }), 'Тип исследования');
});
