import { expect, type Locator, type Page } from '@playwright/test';
import type { Patient } from '../portal/assistant-api.ts';
import type { Person } from '../portal/portal.ts';

// Actions of people on the pages. Each waits for the visible result.

export const signInForm = (page: Page) => ({
  email: page.getByLabel('E-mail'),
  password: page.getByLabel('Пароль', { exact: true }),
  submit: page.getByRole('button', { name: 'Войти', exact: true }),
});

export const fillSignIn = async (page: Page, { email, password }: Pick<Person, 'email' | 'password'>) => {
  const form = signInForm(page);
  await form.email.fill(email);
  await form.password.fill(password);
  await form.submit.click();
};

export const signIn = async (page: Page, address: string, person: Person, path = '/') => {
  await page.goto(`${address}${path}`);
  await fillSignIn(page, person);
  await expect(page.getByRole('button', { name: 'Выйти' })).toBeVisible();
};

/** Signs out. Requests in progress are refused with 401, which the browser logs as errors. */
export const signOut = async (page: Page, allowedErrors: RegExp[]) => {
  allowedErrors.push(/401 .*\/api\/1\//);
  await page.getByRole('button', { name: 'Выйти' }).click();
  await expect(signInForm(page).submit).toBeVisible();
};

/** Replaces the password from the letter, after the first sign-in. */
export const chooseOwnPassword = async (page: Page, password: string) => {
  await expect(page.getByRole('heading', { name: 'Придумайте новый пароль' })).toBeVisible();
  await page.getByLabel('Новый пароль').fill(password);
  await page.getByLabel('Повторите пароль').fill(password);
  await page.getByRole('button', { name: 'Сохранить и продолжить' }).click();
};

/**
 * Answers the question whether the other patient in the chosen files is the patient of the card; then the files are
 * sent.
 */
export const confirmPatient = async (page: Page, reason: string) => {
  const dialog = page.getByRole('dialog', { name: 'Пациент в файлах и в карточке не совпадает' });
  await dialog.getByRole('radio', { name: 'Другая причина' }).check();
  await dialog.getByRole('textbox', { name: 'Другая причина' }).fill(reason);
  await dialog.getByRole('button', { name: 'Это тот же пациент, загрузить' }).click();
  await expect(dialog).toBeHidden();
};

/** Drops files and folders from the disk onto an element, as with a mouse. */
export const dropOn = async (page: Page, zone: Locator, paths: string[]) => {
  await zone.scrollIntoViewIfNeeded();
  const box = await zone.boundingBox();
  if (!box) throw new Error('the drop target is not visible');
  const session = await page.context().newCDPSession(page);
  const point = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...point, data });
  }
  await session.detach();
};

/** The path of a patient's studies in the assistant area. */
export const studiesPath = ({ doctorID, patientID }: Pick<Patient, 'doctorID' | 'patientID'>) =>
  `/assistant-area/doctors/${doctorID}/patients/${patientID}/studies`;

/** The card of the study at this index in the list. */
export const studyCard = (page: Page, index = 0) => page.getByRole('article').nth(index);

export const uploadZone = (card: Locator) => card.getByRole('region', { name: 'Загрузка файлов' });

/** Disables polling from the next navigation on, so that updates arrive by realtime events only. */
export const disablePolling = async (page: Page) => {
  // stops the intervals of the page's polling; realtime events are applied through setTimeout
  await page.addInitScript(() => {
    const original = window.setInterval.bind(window);
    window.setInterval = ((run: TimerHandler, ms?: number, ...rest: unknown[]) =>
      original(ms !== undefined && ms >= 1000 ? () => undefined : run, ms, ...rest)) as typeof setInterval;
  });
};
