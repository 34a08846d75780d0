import { getMe } from '@snimok/contract/people/doctors';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { listSharedPatients } from '@snimok/contract/people/patient-shares';
import { getOwnPatient, listOwnPatients } from '@snimok/contract/people/patients';
import { getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import { listOwnPatientStudies, listOwnStudies } from '@snimok/contract/studies/studies';
import { openOwnViewer } from '@snimok/contract/viewing/online-viewer';
import { OWN_SETTINGS, OWNER } from '../../../testing/answers.ts';
import type { FakeServer } from '../../../testing/server.ts';
import { machineTime } from '../../../testing/machine-time.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import PatientsPage from '../../../pages/doctor/patients-page.tsx';
import SharedPatientsPage from '../../../pages/doctor/shared-patients-page.tsx';

type Study = ResponseOf<typeof listOwnStudies>['studies'][number];
type Patient = ResponseOf<typeof listOwnPatients>['patients'][number];

const studyOf = (studyID: number, facts: Partial<Study> = {}): Study => ({
  studyID,
  patientID: studyID * 10,
  doctorID: 5,
  type: 'cbct',
  status: 'available',
  createdAt: '2026-11-21T10:40:00.000Z',
  comment: '',
  restored: false,
  comingBack: false,
  panoURL: `/icon-512.png?v=${studyID}`,
  patientName: `Пациент ${studyID}`,
  doctorName: 'Клиника',
  examinedAt: null,
  sizeBytes: null,
  imageCount: null,
  reportNumber: null,
  reportSignedAt: null,
  reportRequest: null,
  canRequestReport: false,
  canWithdrawReportRequest: false,
  patientBirthday: null,
  shared: false,
  isNew: true,
  ...facts,
});

const patientOf = ({ patientID, patientName, createdAt, ...newestStudy }: Study): Patient => ({
  patientID,
  name: patientName,
  sex: 'female',
  birthday: null,
  phone: null,
  lastStudyCreatedAt: createdAt,
  shared: false,
  newestStudy,
});

const STUDIES = [
  studyOf(1),
  studyOf(2, { type: 'rg' }),
  studyOf(3, { status: 'in-work', panoURL: null, isNew: false }),
  studyOf(4, { isNew: false }),
  studyOf(5, { isNew: false }),
];

const showStart = (server: FakeServer, patients: Patient[], path = '/doctor-area/', me = OWNER) => {
  server.answer(getMe, me);
  server.answer(getDoctorSettings, OWN_SETTINGS);
  server.answer(listOwnStudies, { studies: STUDIES, currentOffset: 0, totalCount: STUDIES.length });
  server.answer(listOwnPatients, { patients, currentOffset: 0, totalCount: patients.length });
  // the pointer may rest on the row of a patient since the last test: then the row fetches the patient's page in advance
  for (const endpoint of [getOwnPatient, listOwnPatientStudies])
    server.refuse(endpoint, { status: 404, error: 'Пациент не найден' });
  showSignedIn(<PatientsPage />, path);
};

const newest = page.getByRole('region', { name: 'Последние исследования' });
const row = (name: string) => page.getByRole('row').filter({ hasText: name });

test('the start page begins with the newest studies, and one click opens each', async ({ server }) => {
  showStart(server, STUDIES.map(patientOf));
  const opened = server.refuse(openOwnViewer, { status: 409, error: 'Исследование ещё готовится' });
  await expect.element(newest.getByRole('listitem').nth(3)).toBeVisible();
  expect(newest.getByRole('listitem').elements()).toHaveLength(4);
  await expect.element(newest.getByRole('link', { name: 'Все исследования' })).toBeVisible();
  // X-rays are shown enlarged; a study without files leads to its card
  await expect
    .element(newest.getByRole('button', { name: /^Открыть снимок крупно: Пациент 2, Рентген/ }))
    .toBeVisible();
  await expect
    .element(newest.getByRole('link', { name: /^Карточка: Пациент 3/ }))
    .toHaveAttribute('href', '/doctor-area/patients/30/studies#study-3');
  await newest.getByRole('button', { name: /^Онлайн-просмотр: Пациент 1, КЛКТ/ }).click();
  await expect.element(newest.getByRole('alert')).toMatchTextContent(/Исследование ещё готовится/);
  expect(opened.map(({ params }) => params)).toEqual([{ patientID: '10', studyID: '1' }]);
});

test('a patient’s row shows the type and the mark of the newest study, and links to the studies', async ({
  server,
}) => {
  showStart(server, STUDIES.map(patientOf));
  await expect.element(row('Пациент 2')).toMatchTextContent(/Рентген/);
  await expect.element(row('Пациент 2')).toMatchTextContent(/Новое/);
  await expect.element(row('Пациент 4')).not.toMatchTextContent(/Новое/);
  const links = row('Пациент 4').getByRole('link');
  for (const link of links.elements())
    expect(link.getAttribute('href')).toBe('/doctor-area/patients/40/studies');
  await expect.element(row('Пациент 4').getByRole('link', { name: 'Список исследований' })).toBeVisible();
});

test('a patient’s row shows the day of the last examination, and the day of the last upload on a second line', async ({
  server,
}) => {
  const examinedAt = { ...machineTime('2019-03-05', '13:40'), source: 'files' as const };
  const imported = patientOf(studyOf(1, { examinedAt, createdAt: '2026-11-20T10:00:00.000Z' }));
  showStart(server, [imported, patientOf(studyOf(2, { createdAt: '2026-11-21T10:00:00.000Z' }))]);
  await expect.element(row('Пациент 1')).toMatchTextContent(/05\.03\.2019последняя загрузка 20\.11\.2026/);
  await expect.element(row('Пациент 2')).toMatchTextContent(/загружено 21\.11\.2026/);
});

test('the mark «Новое» disappears from the list of patients after the picture was opened', async ({
  server,
}) => {
  showStart(server, STUDIES.map(patientOf));
  await newest.getByRole('button', { name: /^Открыть снимок крупно: Пациент 2/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть' }).click();
  await expect.element(row('Пациент 2')).not.toMatchTextContent(/Новое/);
  await expect.element(newest.getByRole('listitem').nth(1)).not.toMatchTextContent(/Новое/);
  await expect.element(row('Пациент 1')).toMatchTextContent(/Новое/);
});

test('the start page of a receptionist without access to pictures begins with the patients', async ({
  server,
}) => {
  showStart(server, [patientOf(STUDIES[0]!)], '/doctor-area/', {
    ...OWNER,
    can: { ...OWNER.can!, seePictures: false },
  });
  await expect.element(row('Пациент 1')).toBeVisible();
  await expect.element(newest).not.toBeInTheDocument();
});

test('only the pictures of rows in the window are loaded', async ({ server }) => {
  const many = Array.from({ length: 30 }, (_, n) => patientOf(studyOf(n + 1)));
  await page.viewport(1366, 500);
  showStart(server, many);
  await expect.element(row('Пациент 30')).toBeInTheDocument();
  const pictures = () => document.querySelectorAll('tbody img').length;
  await expect.poll(pictures).toBeGreaterThan(0);
  expect(pictures()).toBeLessThan(12);
  row('Пациент 30').element().scrollIntoView();
  await expect.element(row('Пациент 30').getByRole('presentation')).toBeVisible();
});

test('the list «Доступные мне» shows each patient’s owner and the date of the share', async ({ server }) => {
  server.answer(getMe, OWNER);
  const shared = { ...patientOf(STUDIES[0]!), shared: true, doctorName: 'Клиника «Белая линия»' };
  server.answer(listSharedPatients, {
    patients: [{ ...shared, sharedSince: '2026-11-25T10:00:00.000Z' }],
    currentOffset: 0,
    totalCount: 1,
  });
  showSignedIn(<SharedPatientsPage />, '/doctor-area/patients/shared');
  const cells = row('Пациент 1').getByRole('cell');
  await expect.element(cells.nth(3)).toHaveTextContent('Клиника «Белая линия»');
  await expect.element(cells.nth(4)).toHaveTextContent('25.11.2026');
  await expect.element(row('Пациент 1')).toMatchTextContent(/Новое/);
});
