import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { getMe } from '@snimok/contract/people/doctors';
import { listOwnPatientReferrals, listPatientReferrals } from '@snimok/contract/reception/patient-referrals';
import { listSeries } from '@snimok/contract/viewing/series-thumbnails';
import { getAssistantSettings, getDoctorSettings } from '@snimok/contract/people/web-app-settings';
import type { getOwnStudy, getStudy } from '@snimok/contract/studies/studies';
import { vi } from 'vitest';
import { ASSISTANT_SETTINGS, CLIENT, OWN_SETTINGS, OWNER, PATIENT } from '../../../testing/answers.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test, untilResponses } from '../../../testing/test.ts';
import { AssistantStudyCard, DoctorStudyCard } from './study-card.tsx';

const { patientID, doctorID } = PATIENT;
const STUDY = {
  studyID: 9,
  patientID,
  doctorID,
  type: 'cbct' as const,
  patientName: PATIENT.name,
  doctorName: CLIENT.name,
  createdAt: '2026-11-24T10:00:00.000Z',
  examinedAt: null,
  comment: '',
  restored: false,
  comingBack: false,
  sizeBytes: 1,
  imageCount: 1,
  reportNumber: null,
  panoURL: '/icon-512.png',
};
const ARCHIVED: ResponseOf<typeof getStudy> = {
  ...STUDY,
  status: 'archived',
  creatorName: 'Участник',
  assistantCanDelete: true,
  openProtests: [],
  letter: null,
  upload: null,
};
const OWN: ResponseOf<typeof getOwnStudy> = { ...STUDY, status: 'need-restore' };

const namesOfButtons = () =>
  page
    .getByRole('button')
    .elements()
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

/** Neither its actions nor its picture lead to files. */
const expectOnly = async (names: string[]) => {
  await expect.element(page.getByRole('button', { name: 'Восстановить' })).toBeVisible();
  await untilResponses();
  expect(namesOfButtons()).toEqual(names);
  await page.getByRole('button', { name: 'Открыть снимок крупно' }).click();
  await expect.element(page.getByRole('button', { name: 'Увеличить' })).toBeVisible();
  await expect.element(page.getByText('Открыть в просмотрщике')).not.toBeInTheDocument();
};

test('the card of an archived study offers an assistant nothing that needs its files', async ({ server }) => {
  server.answer(getAssistantSettings, {
    ...ASSISTANT_SETTINGS,
    rights: [...ASSISTANT_SETTINGS.rights!, 'report-writing'],
    separateReportRights: true,
    comparisonEnabled: true,
    patientAccessEnabled: true,
  });
  server.answer(listPatientReferrals, { referrals: [] });
  showSignedIn(<AssistantStudyCard study={ARCHIVED} day="05.08.2026" comparable menuEntries={[]} />);
  await expectOnly([
    'Изменить дату исследования',
    'Ещё действия с исследованием',
    'Открыть снимок крупно',
    'Изменить комментарий',
    'Восстановить',
  ]);
});

test('the card of an archived study offers its doctor nothing that needs its files', async ({ server }) => {
  server.answer(getMe, OWNER);
  server.answer(getDoctorSettings, OWN_SETTINGS);
  server.answer(listOwnPatientReferrals, { referrals: [] });
  showSignedIn(<DoctorStudyCard study={OWN} day="05.08.2026" shared={false} comparable />);
  await expectOnly(['Открыть снимок крупно', 'Восстановить']);
});

test('the buttons of a card stay where they are when the series of the study arrive', async ({ server }) => {
  // with data saving on, the viewer's code is not loaded in advance, which would need requests of its own
  const connection = vi.spyOn(navigator as unknown as { connection: object }, 'connection', 'get');
  connection.mockReturnValue({ saveData: true });
  server.answer(getMe, OWNER);
  server.answer(getDoctorSettings, { ...OWN_SETTINGS, programDeliveryEnabled: false });
  server.answer(listOwnPatientReferrals, { referrals: [] });
  const series = {
    kind: 'pictures' as const,
    modality: 'IO',
    description: null,
    frameCount: 1,
    thumbnailURL: null,
  };
  const listed = Promise.withResolvers<ResponseOf<typeof listSeries>>();
  server.answer(listSeries, () => listed.promise);
  const study = { ...OWN, status: 'available' as const, imageCount: 2 };
  showSignedIn(<DoctorStudyCard study={study} day="05.08.2026" shared={false} comparable={false} />);
  const viewer = page.getByRole('button', { name: 'Онлайн-просмотр' });
  await expect.element(viewer).toBeVisible();
  const before = viewer.element().getBoundingClientRect().top;
  listed.resolve({ series: [0, 1].map((n) => ({ ...series, series: n })), making: false });
  await expect.element(page.getByRole('region', { name: 'Серии исследования' })).toBeVisible();
  expect(viewer.element().getBoundingClientRect().top).toBe(before);
});
