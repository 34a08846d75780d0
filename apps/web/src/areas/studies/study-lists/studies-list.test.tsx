import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { listHiddenColumns } from '@snimok/contract/administration/list-columns';
import { getPatient } from '@snimok/contract/people/patients';
import { listSavedFilters } from '@snimok/contract/administration/saved-filters';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { listPatientStudies, listStudies } from '@snimok/contract/studies/studies';
import { ASSISTANT_SETTINGS, PATIENT } from '../../../testing/answers.ts';
import type { FakeServer } from '../../../testing/server.ts';
import { removeAll, showSignedIn } from '../../../testing/show.tsx';
import { vi } from 'vitest';
import { expect, page, test, userEvent } from '../../../testing/test.ts';
import { StudiesList } from './studies-list.tsx';

type Study = ResponseOf<typeof listStudies>['studies'][number];

const LONG = 'Преображенская-Константинопольская Александра Вячеславовна';

const studyOf = (studyID: number, patientName: string, status: Study['status']): Study => ({
  studyID,
  patientID: PATIENT.patientID,
  doctorID: PATIENT.doctorID,
  type: 'cbct',
  status,
  createdAt: '2026-11-21T10:40:00.000Z',
  comment: '',
  restored: false,
  comingBack: false,
  panoURL: null,
  patientName,
  doctorName: 'Стоматологическая клиника «Жемчужина» на Ленинградском проспекте',
  examinedAt: null,
  sizeBytes: null,
  imageCount: null,
  creatorName: 'Ольга Петрова',
  assistantCanDelete: false,
  openProtests: [],
  letter: null,
  upload: null,
});

const EXAMINED = {
  day: '2019-03-05',
  time: '13:40',
  offset: '+03:00',
  instant: '2019-03-05T10:40:00.000Z',
  source: 'files' as const,
};

const STUDIES = [
  { ...studyOf(1, LONG, 'done'), examinedAt: EXAMINED },
  studyOf(2, 'Ли Юн', 'in-work'),
  studyOf(3, 'Ромашкина Алла Петровна', 'archived'),
];

const showStudies = (server: FakeServer, width = 1120) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  server.answer(listHiddenColumns, { lists: [] });
  server.answer(listSavedFilters, { filters: [] });
  server.answer(getPatient, PATIENT);
  server.answer(listPatientStudies, { studies: [], currentOffset: 0, totalCount: 0 });
  const calls = server.answer(listStudies, ({ query: { filterStatus } }) => {
    const studies = STUDIES.filter(({ status }) => !filterStatus || status === filterStatus);
    return { studies, currentOffset: 0, totalCount: studies.length };
  });
  showSignedIn(
    <div style={{ width, margin: 16 }}>
      <StudiesList />
    </div>,
    '/assistant-area/',
  );
  return calls;
};

const boxOf = (name: string) => page.getByRole('checkbox', { name: `Выбрать: ${name}` });
const topOf = (name: string) => boxOf(name).element().getBoundingClientRect().top;
const bar = page.getByRole('group', { name: 'Действия с выбранными' });

test('a double click on the first checkbox selects and unselects its row, and no other', async ({
  server,
}) => {
  showStudies(server);
  await expect.element(boxOf(LONG)).toBeVisible();
  const before = topOf(LONG);
  await boxOf(LONG).click();
  await expect.element(bar).toBeVisible();
  expect(topOf(LONG)).toBe(before);
  await boxOf(LONG).click();
  // a hidden bar has no role
  await expect.element(bar).not.toBeInTheDocument();
  await boxOf(LONG).dblClick();
  for (const { patientName } of STUDIES) await expect.element(boxOf(patientName)).not.toBeChecked();
});

test('a double click on «Снять выбор» does not click what is below the bar', async ({ server }) => {
  showStudies(server);
  await boxOf('Ли Юн').click();
  const clear = bar.getByRole('button', { name: 'Снять выбор' });
  await expect.element(clear).toBeVisible();
  const { left, top } = clear.element().getBoundingClientRect();
  await clear.click();
  await expect.element(boxOf('Ли Юн')).not.toBeChecked();
  expect(document.elementFromPoint(left + 4, top + 4)?.closest('[role=group]')).toHaveAttribute(
    'aria-label',
    'Действия с выбранными',
  );
});

test('a row is one line of 44 px, with the whole names on hover and for screen readers', async ({
  server,
}) => {
  showStudies(server);
  await expect.element(boxOf(LONG)).toBeVisible();
  const rows = page.getByRole('row').elements().slice(1);
  expect(rows).toHaveLength(STUDIES.length);
  for (const row of rows) expect(row.getBoundingClientRect().height).toBeLessThanOrEqual(45);
  const link = page.getByRole('link', { name: LONG, exact: true });
  await expect.element(link).toBeVisible();
  const title = link.element().closest('[title]')?.getAttribute('title');
  expect(title).toContain(LONG);
  expect(title).toContain(STUDIES[0]!.doctorName);
});

test('the examination is first and the upload behind it, and the list can be sorted by both', async ({
  server,
}) => {
  const calls = showStudies(server);
  const cellOf = (name: string) => page.getByRole('row').filter({ hasText: name }).getByRole('cell').nth(1);
  await expect.element(cellOf(LONG)).toHaveTextContent('05.03.2019 13:40загружено 21.11.2026 13:40');
  await expect.element(cellOf('Ли Юн')).toHaveTextContent('создано 21.11.2026 13:40');
  await expect.element(cellOf('Ромашкина')).toHaveTextContent('загружено 21.11.2026 13:40');
  await page.getByRole('link', { name: 'Дата исследования' }).click();
  await vi.waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ sortedBy: 'examinedAt.desc' }));
  const header = page.getByRole('columnheader').nth(1);
  await expect.element(header).toHaveAttribute('aria-sort', 'descending');
  // the first click returns to the initial order, which is still known
  await page.getByRole('link', { name: 'Загружено' }).click();
  await page.getByRole('link', { name: 'Загружено' }).click();
  await vi.waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ sortedBy: 'createdAt.asc' }));
  await expect.element(header).toHaveAttribute('aria-sort', 'ascending');
});

test('a period can select by the examinations, which may be older than the portal', async ({ server }) => {
  const calls = showStudies(server);
  const dates = page.getByRole('combobox', { name: 'По какой дате' });
  await expect.element(page.getByRole('button', { name: 'Сегодня' })).toBeVisible();
  await expect.element(dates).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Сегодня' }).click();
  await vi.waitFor(() => expect(calls.at(-1)?.query).toHaveProperty('filterDay'));
  await userEvent.selectOptions(dates, 'По дате исследования');
  await vi.waitFor(() => expect(calls.at(-1)?.query).toHaveProperty('examinedDay'));
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Месяц' }), 'март 2019');
  await vi.waitFor(() => expect(calls.at(-1)?.query).toMatchObject({ examinedPeriod: '2019-03-01' }));
  expect(calls.at(-1)?.query).not.toHaveProperty('filterPeriod');
});

test('the status has a column, and the list can be restricted to one', async ({ server }) => {
  const calls = showStudies(server);
  await expect.element(page.getByRole('columnheader', { name: 'Статус' })).toBeVisible();
  for (const label of ['Выполнено', 'В работе', 'В архиве'])
    await expect.element(page.getByRole('cell', { name: label, exact: true })).toBeVisible();
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Статус' }), 'В архиве');
  await expect.element(boxOf(LONG)).not.toBeInTheDocument();
  await expect.element(boxOf('Ромашкина Алла Петровна')).toBeVisible();
  expect(calls.at(-1)?.query).toMatchObject({ filterStatus: 'archived' });
});

test('the list is a table at 700 px, and on a phone it is cards with the controls behind one button', async ({
  server,
}) => {
  const displayOf = () => getComputedStyle(boxOf(LONG).element().closest('tr')!).display;
  const controls = page.getByRole('button', { name: 'Фильтры и вид' });
  showStudies(server, 700);
  await expect.element(boxOf(LONG)).toBeVisible();
  expect(displayOf()).toBe('table-row');
  await expect.element(controls).not.toBeInTheDocument();
  removeAll();

  await page.viewport(390, 844);
  showStudies(server, 358);
  await expect.element(boxOf(LONG)).toBeVisible();
  expect(displayOf()).toBe('flex');
  const status = page.getByRole('combobox', { name: 'Статус' });
  await expect.element(status).not.toBeInTheDocument();
  await controls.click();
  await expect.element(status).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Столбцы' })).toBeVisible();
  await userEvent.selectOptions(status, 'В работе');
  await expect.element(page.getByRole('button', { name: 'Список отфильтрован' })).toBeVisible();
});

test.for([1120, 960, 708, 688])(
  'the tools of a list %i pixels wide are on one line',
  async (width, { server }) => {
    showStudies(server, width);
    const names = ['Предыдущий месяц', 'Сегодня', 'Фильтры', 'Столбцы', 'Экспорт'];
    const tools = [...names.map((name) => page.getByRole('button', { name })), page.getByLabelText('Статус')];
    for (const tool of tools) await expect.element(tool).toBeVisible();
    const boxes = tools.map((tool) => tool.element().getBoundingClientRect());
    const middles = boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2));
    expect(new Set(middles).size).toBe(1);
    // no control fills the space that the others leave
    expect(Math.max(...boxes.map((box) => box.width))).toBeLessThan(200);
  },
);
