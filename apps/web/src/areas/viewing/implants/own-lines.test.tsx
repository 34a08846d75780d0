import { createImplantLine, deleteImplantLine, listImplantLines } from '@snimok/contract/viewing/implants';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { OwnImplantLines } from './own-lines.tsx';

const LINE = {
  lineUUID: '00000000-0000-4000-8000-000000000001',
  manufacturer: 'Завод',
  line: 'Серия А',
  shape: 'cylindrical' as const,
  sizes: [
    { diameterMm: 3.5, lengthsMm: [8, 10] },
    { diameterMm: 4, lengthsMm: [8, 11.5] },
  ],
};

test('an administrator adds a line with its sizes, and deletes it', async ({ server }) => {
  let lines: (typeof LINE)[] = [];
  server.answer(listImplantLines, () => ({ lines }));
  const added = server.answer(createImplantLine, () => {
    lines = [LINE];
    return LINE;
  });
  const deleted = server.answer(deleteImplantLine, () => {
    lines = [];
    return undefined;
  });
  showSignedIn(<OwnImplantLines />);
  await page.getByRole('button', { name: 'Добавить линейку' }).click();
  const dialog = page.getByRole('dialog', { name: 'Новая линейка имплантатов' });
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect.element(dialog.getByText('Введите изготовителя')).toBeVisible();
  await expect.element(dialog.getByText('Число от 1,5 до 8 мм')).toBeVisible();
  await dialog.getByLabelText('Изготовитель').fill('Завод');
  await dialog.getByLabelText('Линейка').fill('Серия А');
  await dialog.getByText('Цилиндрический').click();
  await dialog.getByLabelText('Диаметр, мм').fill('4');
  await dialog.getByLabelText('Длины, мм').fill('8 11,5');
  await dialog.getByRole('button', { name: 'Ещё диаметр' }).click();
  const second = dialog.getByRole('group', { name: 'Размер 2' });
  await second.getByLabelText('Диаметр, мм').fill('3.5');
  await second.getByLabelText('Длины, мм').fill('10; 8');
  await dialog.getByRole('button', { name: 'Добавить', exact: true }).click();
  await expect.element(page.getByText('Ø 4 × 8; 11,5 мм')).toBeVisible();
  const { lineUUID, ...facts } = LINE;
  expect(added.map(({ body }) => body)).toEqual([facts]);

  await page.getByRole('button', { name: 'Удалить: Завод Серия А' }).click();
  await expect.element(page.getByText(/В сохранённых планах название и размер останутся/)).toBeVisible();
  await page.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect.element(page.getByText('Ø 4 × 8; 11,5 мм')).not.toBeInTheDocument();
  expect(deleted.map(({ params }) => params)).toEqual([{ lineUUID }]);
});
