import { getBilling, getStatistics } from '@snimok/contract/administration/statistics';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { ASSISTANT_SETTINGS } from '../../../testing/answers.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { PeriodChoice } from './period-choice.tsx';
import { StatisticsBoard } from './statistics-board.tsx';

const NONE = { rg: 0, cbct: 0 };
const NO_DURATION = { studies: 0, median: null, ninthDecile: null };
const STATISTICS: ResponseOf<typeof getStatistics> = {
  created: { rg: 3, cbct: 1 },
  createdBefore: NONE,
  steps: [],
  clients: { items: [], others: NONE },
  assistants: { items: [], others: NONE },
  sources: { page: 0, program: 0, stow: 0 },
  publication: NO_DURATION,
  firstView: NO_DURATION,
  notViewed: 0,
  storage: { bytes: 0, addedBytes: 0 },
};

test('studies are counted by the day of their examination if the URL says so, and the period keeps this choice', async ({
  server,
}) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  server.answer(getBilling, { clients: [] });
  const calls = server.answer(getStatistics, ({ query }) =>
    query['by'] === 'examined'
      ? { ...STATISTICS, created: { rg: 120, cbct: 1 }, undated: { rg: 2, cbct: 0 } }
      : STATISTICS,
  );
  showSignedIn(
    <>
      <PeriodChoice />
      <StatisticsBoard />
    </>,
    '/?period=year',
  );
  await expect.element(page.getByText('4', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Без даты исследования/)).not.toBeInTheDocument();
  await page.getByRole('combobox', { name: 'Исследования' }).click();
  await page.getByRole('option', { name: 'По дате исследования' }).click();
  await expect.element(page.getByText('121', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Без даты исследования: 2/)).toBeVisible();
  expect(location.search).toBe('?period=year&by=examined');
  await page.getByRole('combobox', { name: 'Период' }).click();
  await page.getByRole('option', { name: 'Прошлый месяц' }).click();
  await expect.poll(() => location.search).toBe('?period=last-month&by=examined');
  await expect.poll(() => calls.map(({ query }) => query['by'])).toEqual(['created', 'examined', 'examined']);
  await page.getByRole('combobox', { name: 'Исследования' }).click();
  await page.getByRole('option', { name: 'По дате загрузки' }).click();
  await expect.poll(() => location.search).toBe('?period=last-month');
});
