import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, test } from '../pages/test.ts';

const NAME = 'Центр «Резец»';

test('an administrator enters who the centre is, and visitors see it on the sign-in page', async ({
  page,
  newBrowserPage,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant);
  await page.getByRole('link', { name: 'Данные центра' }).click();
  await expect(page).toHaveTitle(/Данные центра/);
  const preview = page.getByRole('region', { name: 'Предпросмотр' });
  await page.getByLabel('Название').fill(NAME);
  await page.getByLabel('Адрес').fill('Москва, проспект Мира, 1');
  await page.getByLabel('Часы работы').fill('пн–пт 9:00–20:00');
  await page.getByLabel('Сайт').fill('rezec');
  await page.getByLabel('Телефоны').fill('+7 495 000-00-00\n8 800 000-00-01');
  const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 120 } });
  const file = page.locator('input[type=file]');
  await file.setInputFiles({
    name: 'логотип.svg',
    mimeType: 'image/svg+xml',
    buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  });
  await expect(page.getByText('Нужен файл PNG, JPEG или WebP.')).toBeVisible();
  await file.setInputFiles({ name: 'логотип.png', mimeType: 'image/png', buffer });
  await expect(preview.locator('img')).toBeVisible();

  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Введите адрес сайта, например clinic.ru')).toBeVisible();
  await page.getByLabel('Сайт').fill('rezec.example');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  await expect(page.getByText('Есть несохранённые изменения')).toBeHidden();
  await checkScreen(page, 'centre-identity');
  await page.reload();
  await expect(page.getByLabel('Сайт')).toHaveValue('https://rezec.example');
  await expect(preview.locator('img')).toHaveAttribute('src', /^\/api\/1\/identity\/logo\?v=/);

  const visitor = await newBrowserPage();
  await visitor.goto(portal.address);
  const centre = visitor.getByRole('region', { name: 'Диагностический центр' });
  await expect(centre).toContainText(NAME);
  await expect(centre.getByRole('link', { name: /495/ })).toHaveAttribute('href', 'tel:+74950000000');
  await expect(centre.locator('img')).toHaveJSProperty('complete', true);
  expect(await centre.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(320);
  await checkScreen(visitor, 'sign-in-of-a-centre');

  // other scenarios use the same portal
  await page.getByRole('button', { name: 'Убрать логотип' }).click();
  for (const label of ['Название', 'Адрес', 'Часы работы', 'Сайт', 'Телефоны'])
    await page.getByLabel(label).fill('');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
});
