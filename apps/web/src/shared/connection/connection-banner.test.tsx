import { Button, Text } from '@mantine/core';
import { goOffline } from '../../testing/go-offline.ts';
import { removeAll, showSignedIn } from '../../testing/show.tsx';
import { expect, page, test } from '../../testing/test.ts';
import { Dialog } from '../dialogs/dialog.tsx';
import { ConnectionBanner } from './connection-banner.tsx';

const notice = page.getByText(/^Нет связи с сервером/);
const WIDTHS = [1366, 820, 390];

/** Whether a click in the middle of the element hits it. */
const isReachable = (element: Element) => {
  element.scrollIntoView({ block: 'nearest' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && (element.contains(hit) || hit.contains(element));
};

test('without a connection the notice covers no button of a page, at any width', async () => {
  goOffline();
  showSignedIn(
    <main>
      <Text h={1500}>Длинная страница</Text>
      <Button fullWidth>Последняя</Button>
      <ConnectionBanner />
    </main>,
  );
  for (const width of WIDTHS) {
    await page.viewport(width, 844);
    await expect.element(notice).toBeVisible();
    const last = page.getByRole('button', { name: 'Последняя' }).element();
    await expect.poll(() => isReachable(last), { message: String(width) }).toBe(true);
  }
});

test('without a connection the notice covers no button of a dialog, at any width', async () => {
  goOffline();
  showSignedIn(
    <>
      <ConnectionBanner />
      <Dialog title="Длинный диалог" opened onClose={() => undefined}>
        <Text h={1500}>Поля</Text>
        <Button fullWidth>Сохранить</Button>
      </Dialog>
    </>,
  );
  for (const width of WIDTHS) {
    await page.viewport(width, 844);
    const save = page.getByRole('button', { name: 'Сохранить' }).element();
    await expect.poll(() => isReachable(save), { message: String(width) }).toBe(true);
  }
});

test('the notice shortens the window only while it is shown', async () => {
  goOffline();
  const height = () => document.documentElement.style.getPropertyValue('--offline-height');
  showSignedIn(<ConnectionBanner />);
  await expect.poll(height).toMatch(/^\d\dpx$/);
  removeAll();
  await expect.poll(height).toBe('');
});
