import { vi } from 'vitest';
import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const banner = page.getByRole('complementary', { name: 'Предупреждение о браузере' });

test('in another browser every page recommends Chrome, Yandex or Edge until the banner is closed', async () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(FIREFOX);
  const { remove } = show(<p>страница</p>);
  await expect.element(banner).toMatchTextContent('Рекомендуем Chrome, Яндекс.Браузер или Edge');
  await banner.getByRole('button', { name: 'Закрыть' }).click();
  await expect.element(banner).not.toBeInTheDocument();
  remove();
  show(<p>другая страница</p>);
  await expect.element(page.getByText('другая страница')).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});

test('in Chromium no other browser is recommended', async () => {
  show(<p>страница</p>);
  await expect.element(page.getByText('страница')).toBeVisible();
  await expect.element(banner).not.toBeInTheDocument();
});
