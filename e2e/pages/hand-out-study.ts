import type { Page } from '@playwright/test';

/**
 * Hands the study out in the open dialog «Выдать снимок пациенту», and closes it.
 * @param look is called while the PIN is shown
 */
export const handOutStudy = async (page: Page, look?: () => Promise<unknown>) => {
  const dialog = page.getByRole('dialog', { name: 'Выдать снимок пациенту' });
  const [reply] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/patient-access') && one.status() === 201),
    dialog.getByRole('button', { name: 'Выдать', exact: true }).click(),
  ]);
  const { shareURL } = (await reply.json()) as { shareURL: string };
  const pin = await dialog
    .getByRole('status')
    .getByText(/^\d{3}\s\d{3}$/)
    .innerText();
  await look?.();
  await dialog.getByRole('button', { name: 'Код передан' }).click();
  return { shareURL, pin: pin.replace(/\D/g, '') };
};
