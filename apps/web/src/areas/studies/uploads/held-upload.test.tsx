import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { HeldUpload } from './held-upload.tsx';

const HELD = {
  people: [{ name: 'Соколова Анна', birthDate: null, sex: null }],
  differences: ['name' as const],
  several: false,
  canBeConfirmed: true,
};
const CARD = { patientName: 'Петрова Мария', birthday: null, sex: null };

test('a held upload offers to delete the uploaded files, not to stop the upload', async () => {
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

test('when the files name another sex than the card, both are shown', async () => {
  const people = [{ name: 'Соколова Анна', birthDate: '1984-05-04', sex: 'M' }];
  const card = { patientName: 'Соколова Анна', birthday: '1984-05-04', sex: 'female' as const };
  const held = { ...HELD, people, differences: ['sex' as const] };
  const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a12';
  showSignedIn(<HeldUpload uploadUUID={uploadUUID} held={held} card={card} onStop={() => undefined} />);
  await expect.element(page.getByText('Соколова Анна, 04.05.1984, муж.')).toBeVisible();
  await expect.element(page.getByText('Соколова Анна, 04.05.1984, жен.')).toBeVisible();
});
