import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, type Page, newPerson, test } from '../pages/test.ts';

const EDITOR = '/assistant-area/banner/update';

const advertOf = (page: Page) => page.getByRole('complementary', { name: 'Объявление центра' });
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Текст баннера' });
/** Picks a screenshot of the page as the picture. */
const pickPicture = async (page: Page, type: 'png' | 'jpeg') => {
  const buffer = await page.screenshot({ type, clip: { x: 0, y: 0, width: 480, height: 240 } });
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: `акция.${type}`, mimeType: `image/${type}`, buffer });
};

// other scenarios use the same portal
test.afterEach(async ({ api }) => api.setBanner(''));

test('the centre writes a banner, and clients see it as in the preview', async ({
  page,
  portal,
  assistant,
  newBrowserPage,
}) => {
  await signIn(page, portal.address, assistant);
  await page.getByRole('link', { name: 'Настройка баннера' }).click();
  await expect(page).toHaveTitle(/Настройка баннера/);
  await expect(page.getByText('Показывать нечего: нет ни картинки, ни текста.')).toBeVisible();
  await pickPicture(page, 'png');
  const preview = advertOf(page);
  await expect(preview.getByAltText('Объявление центра')).toBeVisible();

  await textOf(page).click();
  await page.getByRole('button', { name: 'Полужирный' }).click();
  await page.keyboard.type('Новый томограф');
  await page.getByRole('button', { name: 'Полужирный' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Маркированный список' }).click();
  await page.keyboard.type('поле 16×10 <см>');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Ссылка' }).click();
  await page.getByLabel('Адрес ссылки').fill('clinic.test/akcii');
  await page.getByRole('button', { name: 'Готово' }).click();
  await expect(preview.getByRole('strong')).toHaveText('Новый томограф');
  await expect(preview.getByRole('listitem').first()).toHaveText('поле 16×10 <см>');
  await expect(preview.getByRole('link')).toHaveAttribute('href', 'https://clinic.test/akcii');

  await test.step('leaving without saving asks for confirmation', async () => {
    await page.getByRole('link', { name: 'Главная', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Изменения не сохранены' });
    await dialog.getByRole('button', { name: 'Остаться' }).click();
    await expect(dialog).toBeHidden();
    await expect(page).toHaveURL(`${portal.address}${EDITOR}`);
  });

  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
  await expect(page.getByText('Сохранено', { exact: true })).toBeHidden();
  await expect(page.getByText('Есть несохранённые изменения')).toBeHidden();
  await checkScreen(page, 'banner');
  await page.reload();
  await expect(textOf(page)).toContainText('Новый томограф');
  await expect(preview).toContainText('поле 16×10 <см>');

  const clinic = await newBrowserPage();
  const doctor = await portal.addAccount('doctor', newPerson('Клиника с объявлением'));
  await signIn(clinic, portal.address, doctor);
  const advert = advertOf(clinic);
  await expect(advert).toContainText('Новый томограф');
  expect(await advert.innerHTML()).toBe(await preview.innerHTML());
  const wide = await advert.boundingBox();
  const menu = await clinic.getByRole('navigation').boundingBox();
  expect((wide?.x ?? 0) + (wide?.width ?? 0)).toBeLessThan(menu?.width ?? 0);
  await checkScreen(clinic, 'doctor-banner');
  await clinic.setViewportSize({ width: 390, height: 844 });
  const below = await clinic.getByText('Нет доступных элементов').boundingBox();
  await expect(advert).toBeVisible();
  expect((await advert.boundingBox())?.y).toBeGreaterThan(below?.y ?? Infinity);

  await test.step('a removed banner is not shown', async () => {
    await page.getByRole('button', { name: 'Убрать картинку' }).click();
    await textOf(page).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await expect(page.getByText('Показывать нечего')).toBeVisible();
    await page.getByRole('button', { name: 'Сохранить' }).click();
    await expect(page.getByText('Сохранено', { exact: true })).toBeVisible();
    await clinic.reload();
    await expect(clinic.getByText('Нет доступных элементов')).toBeVisible();
    await expect(advert).toBeHidden();
  });
});

test('a PDF picked as a picture is rejected with an explanation, and the picture is cleared', async ({
  page,
  portal,
  assistant,
}) => {
  await signIn(page, portal.address, assistant, EDITOR);
  await expect(textOf(page)).toBeVisible();
  await pickPicture(page, 'jpeg');
  await expect(advertOf(page).getByRole('img')).toBeVisible();
  for (const [name, content, explanation] of [
    ['прайс.pdf', '%PDF-1.7 прайс', 'Нужен файл PNG или JPEG'],
    // neither the file name nor the first bytes alone make a picture
    ['прайс.png', '%PDF-1.7 прайс', 'Нужен файл PNG или JPEG'],
    ['оборван.png', '\x89PNG\r\n\x1a\n', 'Не удалось прочитать картинку'],
  ] as const) {
    await pickPicture(page, 'jpeg');
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
    const buffer = Buffer.from(content, name === 'оборван.png' ? 'latin1' : 'utf8');
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/pdf', buffer });
    await expect(page.getByRole('alert').filter({ hasText: explanation })).toBeVisible();
    await expect(page.getByText('Показывать нечего')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Выбрать картинку' })).toBeVisible();
  }

  const large = Buffer.concat([await page.screenshot(), Buffer.alloc(4 * 1024 * 1024)]);
  await pickPicture(page, 'png');
  await expect(page.getByRole('button', { name: 'Убрать картинку' })).toBeVisible();
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'плакат.png', mimeType: 'image/png', buffer: large });
  await expect(page.getByText('Картинка больше 4 МБ.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Заменить картинку' })).toBeVisible();
});

const HOSTILE =
  '<p onclick="window.hacked=1">Осторожно<script>window.hacked=1</script>' +
  '<img src="x" onerror="window.hacked=1"><a href="javascript:window.hacked=1">сюда</a></p>';

test('a script in the banner does not run in a client’s browser', async ({
  page,
  portal,
  api,
  allowedErrors,
}) => {
  await api.setBanner(HOSTILE);
  const doctor = await portal.addAccount('doctor', newPerson('Клиника без скриптов'));
  await signIn(page, portal.address, doctor);
  const advert = advertOf(page);
  const expectHarmless = async () => {
    await expect(advert).toContainText('Осторожносюда');
    await advert.getByText('Осторожно').click();
    await advert.getByText('сюда').click();
    expect(await advert.locator('script, img, a, [onclick], [onerror]').count()).toBe(0);
    expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  };
  await expectHarmless();

  await test.step('a script that the server has not removed does not run either', async () => {
    // the browser logs each script that it has blocked
    allowedErrors.push(/Executing inline event handler violates/);
    const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '"': '&quot;' };
    const text = HOSTILE.replace(/[<>"]/g, (character) => entities[character] ?? character);
    await page.route('**/api/1/doctor/adv', (route) => route.fulfill({ json: { text, image: null } }));
    await page.reload();
    await expectHarmless();
  });
});
