import { getIdentity } from '@snimok/contract/administration/centre-identity';
import { getVisit, listVisitTimes, moveVisit } from '@snimok/contract/reception/visits';
import { ExternalFrame } from '../../studies/recipient/external-frame.tsx';
import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import type { Visit } from './calls.ts';
import { VisitScreen } from './visit-screen.tsx';

const VISIT: Visit = {
  beginsAt: '2026-12-01T07:00:00.000Z',
  endsAt: '2026-12-01T07:30:00.000Z',
  date: '2026-12-01',
  timeZone: 'Europe/Moscow',
  locationName: 'Ракурс на Садовой',
  locationAddress: 'Садовая, 12, вход со двора',
  preparation: 'Снимите украшения и металлические предметы с головы и шеи.',
  contacts: { phones: ['+7 495 000-00-00'], hours: 'пн–пт 9:00–20:00', licence: 'Л041' },
  status: 'booked',
  confirmed: false,
  calendar: '',
};
const LATER = '2026-12-02T08:30:00.000Z';

test('on a phone a visit shows street and actions without scrolling, and confirms that it was moved', async ({
  server,
}) => {
  await page.viewport(390, 844);
  server.refuse(getIdentity, { status: 404, error: 'Нет' });
  server.answer(getVisit, VISIT);
  server.answer(listVisitTimes, {
    days: [
      {
        date: '2026-12-02',
        slots: [
          {
            slotUUID: '0198c0de-0000-7000-8000-000000000001',
            beginsAt: LATER,
            beginHours: 8,
            beginMinutes: 30,
          },
        ],
      },
    ],
    next: null,
  });
  server.answer(moveVisit, { ...VISIT, date: '2026-12-02', beginsAt: LATER });
  show(
    <ExternalFrame>
      <VisitScreen token="token" />
    </ExternalFrame>,
  );
  const address = page.getByText('Садовая, 12, вход со двора');
  await expect.element(address).toBeVisible();
  const topOf = (element: Element) => element.getBoundingClientRect().top;
  expect(topOf(address.element())).toBeLessThan(topOf(page.getByText('Ракурс на Садовой').element()));
  for (const name of ['Приду', 'Перенести', 'Отменить визит', 'Добавить в календарь'])
    expect(page.getByRole('button', { name }).element().getBoundingClientRect().bottom).toBeLessThan(844);

  await page.getByRole('button', { name: 'Перенести' }).click();
  await page.getByRole('button', { name: /^11:30/ }).click();
  await page.getByRole('button', { name: 'Перенести визит' }).click();
  await expect.element(page.getByText(/Визит перенесён: .*2 декабря.*, 11:30/)).toBeVisible();
});
