import { showSignedIn } from '../../testing/show.tsx';
import { expect, page, test } from '../../testing/test.ts';
import { HeldUpload } from './held-upload.tsx';

const HELD = {
  people: [{ name: 'Соколова Анна', birthDate: null, sex: null }],
  ...{ differences: ['name' as const], several: false, canBeConfirmed: true },
};
const CARD = { patientName: 'Петрова Мария', birthday: null };

test('after the upload, the files can be deleted, and the button says so', async () => {
  let deletedCount = 0;
  const onStop = () => void (deletedCount += 1);
  const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
  showSignedIn(<HeldUpload uploadUUID={uploadUUID} held={HELD} card={CARD} onStop={onStop} />);
  const button = page.getByRole('button', { name: 'Удалить загруженное' });
  // it ignores the second click of a double click
  await expect.element(button).not.toHaveAttribute('aria-disabled');
  await button.click();
  expect(deletedCount).toBe(1);
  await expect.element(page.getByText('Остановить загрузку')).not.toBeInTheDocument();
});
