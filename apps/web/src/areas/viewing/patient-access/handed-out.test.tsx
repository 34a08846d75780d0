import { getIdentity } from '@snimok/contract/administration/centre-identity';
import { handToPatient, listPatientAccess } from '@snimok/contract/viewing/patient-access';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { AccessButton } from './access-button.tsx';

test('the dialog shows the QR code of the link, and screen and printed sheet an address to type', async ({
  server,
}) => {
  server.answer(listPatientAccess, { accesses: [], canText: false });
  server.refuse(getIdentity, { status: 404, error: 'Нет' });
  server.answer(handToPatient, ({ body }) => ({
    shareUUID: body.shareUUID,
    shareURL: 'https://snimok.example/external-area/study#token',
    code: '4821093755621840',
    codeURL: 'https://snimok.example/snimok',
    patientName: 'Ромашкина Алла Петровна',
    studyType: 'cbct' as const,
    studyCreatedAt: '2026-11-24T09:00:00.000Z',
    examinedAt: null,
    expiresAt: '2027-02-22T09:00:00.000Z',
  }));
  showSignedIn(<AccessButton studyID={9} />);
  await page.getByRole('button', { name: 'Выдать пациенту' }).click();
  await page.getByRole('button', { name: 'Выдать', exact: true }).click();
  const code = page.getByRole('img', { name: 'QR-код для телефона пациента' });
  await expect.element(code).toBeVisible();
  expect(code.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(160);
  const written = 'Без камеры: откройте snimok.example/snimok и введите код снимка 4821 0937 5562 1840';
  // on the screen, and on the sheet that is printed
  await expect
    .poll(() => [...document.querySelectorAll('p')].filter((p) => p.textContent === written))
    .toHaveLength(2);
});
