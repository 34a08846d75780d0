import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { PINForm } from './pin-form.tsx';

test('an empty PIN is named at the field and not sent', async () => {
  const sent: string[] = [];
  show(<PINForm reason={undefined} pending={false} onPIN={(pin) => sent.push(pin)} />);
  const field = page.getByLabelText('ПИН-код');
  await page.getByRole('button', { name: 'Открыть' }).click();
  await expect.element(page.getByText('Введите цифры ПИН-кода')).toBeVisible();
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(field).toHaveFocus();
  await field.fill('482913');
  await expect.element(page.getByText('Введите цифры ПИН-кода')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Открыть' }).click();
  expect(sent).toEqual(['482913']);
});
