import { signIn, signInForm } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

/** Counts requests without pictures of studies, because their number depends on the rows of a list. */
const countRequests = (page: Page) => {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (!/\/picture|\/thumbnail/.test(request.url())) urls.push(request.url());
  });
  return urls;
};

test('the logo and a skeleton appear before any script or style sheet, from the first 15 kB', async ({
  page,
  portal,
}) => {
  const assets = Promise.withResolvers<void>();
  await page.route('**/assets/**', async (route) => {
    await assets.promise;
    await route.continue();
  });
  const reply = await page.goto(portal.address, { waitUntil: 'commit' });
  await expect(page.getByText('Снимок', { exact: true })).toBeVisible();
  const painted = page.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  await painted;
  const { responseBodySize, responseHeadersSize } = await reply!.request().sizes();
  expect(responseBodySize + responseHeadersSize).toBeLessThan(15_000);
  assets.resolve();
  await expect(signInForm(page).submit).toBeVisible();
});

test('the main page of either role needs at most 30 requests', async ({
  page,
  newBrowserPage,
  portal,
  api,
  assistant,
}) => {
  const clinic = await api.createClient(newPerson('Клиника Первая'), portal.mailbox);
  await api.createStudy(await api.createPatient(clinic.doctorID, 'Первых Анна Игоревна'), 'rg');
  const doctor = await newBrowserPage();
  for (const [screen, person, list] of [
    [page, assistant, 'Исследования'],
    [doctor, clinic, 'Пациенты'],
  ] as const) {
    await signIn(screen, portal.address, person);
    const row = screen.getByRole('table', { name: list }).getByRole('row').nth(1);
    await expect(row).toBeVisible();
    // if the resting pointer were over a row, its page would be preloaded
    await screen.mouse.move(0, 0);
    await screen.waitForLoadState('networkidle');
    const requests = countRequests(screen);
    await screen.reload();
    await expect(row.getByRole('link').first()).toBeVisible();
    await screen.waitForLoadState('networkidle');
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(30);
    // the style sheets of the portal follow the one of the entrance, whose reset they override
    const entry = screen.getByRole('navigation').getByRole('link').first();
    await expect(entry).not.toHaveCSS('padding-left', '0px');
  }
});

test('a link to the viewer loads the viewer without the portal, in at most 20 files', async ({
  page,
  portal,
  allowedErrors,
}) => {
  allowedErrors.push(/40[134] .*\/api\/1\/viewer\//);
  const requests = countRequests(page);
  await page.goto(`${portal.address}/viewer#forged`);
  await expect(page.getByText('Просмотр завершён')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const assets = requests.filter((url) => url.includes('/assets/'));
  expect(assets.filter((url) => /\/portal/.test(url))).toEqual([]);
  expect(assets.length, assets.join('\n')).toBeLessThanOrEqual(20);
});
