import { signIn, signInForm } from '../pages/screens.ts';
import { expect, newPerson, type Page, test } from '../pages/test.ts';

const CREATE = '/assistant-area/applications/create';
const PATIENT = 'Ромашкина Алла Петровна';

const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));

/** The session ends by itself: the server no longer knows it, and the next request is answered with 401. */
const endSession = async (page: Page) => {
  await page.context().clearCookies();
  await page.reload();
  await expect(signInForm(page).submit).toBeVisible();
};

test('input of an expired session is readable only by its author, and is deleted when another user signs in', async ({
  page,
  portal,
  allowedErrors,
}) => {
  allowedErrors.push(/status of 401/);
  const author = await portal.addAccount('assistant', newPerson('Вера Черновикова'));
  const next = await portal.addAccount('assistant', newPerson('Нина Следующая'));
  await signIn(page, portal.address, author, CREATE);
  const name = page.getByLabel('ФИО');
  await name.fill(PATIENT);
  expect(await stored(page)).not.toContain('Ромашкина');

  await test.step('the author finds the input again after the session has ended', async () => {
    await endSession(page);
    expect(await stored(page)).toContain('sealed:');
    expect(await stored(page)).not.toContain('Ромашкина');
    await signIn(page, portal.address, author, CREATE);
    await expect(name).toHaveValue(PATIENT);
  });

  await test.step('no input is left after another user has signed in', async () => {
    await endSession(page);
    await signIn(page, portal.address, next, CREATE);
    await expect(name).toHaveValue('');
    expect(await stored(page)).not.toContain('sealed:');
    await endSession(page);
    await signIn(page, portal.address, author, CREATE);
    await expect(name).toHaveValue('');
  });
});

test('plain-text input from an earlier version is encrypted for its author, and otherwise removed', async ({
  page,
  portal,
  allowedErrors,
}) => {
  allowedErrors.push(/status of 401/);
  const author = await portal.addAccount('assistant', newPerson('Ирина Прежняя'));
  await signIn(page, portal.address, author, CREATE);
  const name = page.getByLabel('ФИО');
  await name.fill(PATIENT);
  const storeAsBefore = () =>
    page.evaluate((text) => {
      const [own] = Object.keys(localStorage).filter((key) => key.includes(':draft:study:'));
      const plain = own!.replace('sealed:', 'kept:');
      localStorage.removeItem(own!);
      localStorage.setItem(plain, JSON.stringify({ patient: { name: text } }));
      localStorage.setItem(
        plain.replace(/\d+/, '999999'),
        JSON.stringify({ patient: { name: 'Чужая Анна' } }),
      );
      sessionStorage.setItem('confirmed-patient:1', 'Чужая Анна');
    }, 'Прежняя Мария');

  await storeAsBefore();
  await page.reload();
  await expect(name).toHaveValue('Прежняя Мария');
  expect(await stored(page)).not.toMatch(/Мария|Чужая/);

  await storeAsBefore();
  await endSession(page);
  expect(await stored(page)).not.toMatch(/Мария|Чужая/);
});
