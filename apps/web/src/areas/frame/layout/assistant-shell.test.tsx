import { getProfile } from '@snimok/contract/people/profile';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import type { StaffRight } from '@snimok/contract/people/staff';
import { ASSISTANT_SETTINGS } from '../../../testing/answers.ts';
import type { FakeServer } from '../../../testing/server.ts';
import { showRoutes } from '../../../testing/show.tsx';
import { expect, page, test, textsOf, userEvent } from '../../../testing/test.ts';
import { AssistantShell } from './assistant-shell.tsx';

const menu = page.getByRole('navigation', { name: 'Меню' });
const entriesOf = (group: string) => textsOf(menu.getByRole('group', { name: group }).getByRole('link'));

const showShell = (server: FakeServer, rights: StaffRight[], path = '/assistant-area/trash') => {
  server.answer(getAssistantSettings, {
    ...ASSISTANT_SETTINGS,
    rights,
    chatEnabled: true,
    portalSettings: true,
    desktopAppAuthEnabled: true,
  });
  server.answer(getProfile, { name: 'Петрова Ольга', email: 'olga@centre.test', mfaEnabled: false });
  showRoutes([{ path: '*', element: <AssistantShell progress={null} /> }], path);
};

const ALL: StaffRight[] = [
  ...(['studies', 'clients', 'booking', 'messenger', 'banner'] as const),
  ...(['reports', 'programs', 'history', 'export', 'admin'] as const),
];

test('an administrator sees all groups of the menu below the upload button', async ({ server }) => {
  showShell(server, ALL);
  await expect
    .poll(() => entriesOf('Центр'))
    .toEqual([
      'Статистика',
      'Сотрудники',
      'Данные центра',
      'Настройки',
      'Настройка баннера',
      'Программы загрузки',
      'Интеграции',
      'Перенос архива',
      'Состояние портала',
    ]);
  expect(entriesOf('Работа')).toEqual(['Сегодня', 'Запись', 'Направления', 'Заключения', 'Мессенджер']);
  expect(entriesOf('Данные')).toEqual(['Главная', 'Создать исследование', 'Корзина']);
  const links = menu.getByRole('link');
  expect(textsOf(links)[0]).toBe('Загрузить снимки');
  await expect.element(links.first()).toHaveAttribute('href', '/assistant-area/intake');
});

test('the group «Центр» is folded for an assistant who does not administer the centre', async ({
  server,
}) => {
  showShell(server, ['studies', 'banner']);
  const centre = menu.getByRole('button', { name: 'Центр' });
  await expect.element(centre).toHaveAttribute('aria-expanded', 'false');
  await expect.element(menu.getByRole('link', { name: 'Настройка баннера' })).not.toBeInTheDocument();
  await centre.click();
  await expect.poll(() => entriesOf('Центр')).toEqual(['Настройка баннера']);
});

test('a folded group is open on its own pages, and a group without entries is absent', async ({ server }) => {
  showShell(server, ['booking', 'banner'], '/assistant-area/banner/update');
  await expect
    .element(menu.getByRole('link', { name: 'Настройка баннера' }))
    .toHaveAttribute('aria-current', 'page');
  await expect.element(menu.getByRole('group', { name: 'Данные' })).not.toBeInTheDocument();
});

test('below 1,100 px the menu is a rail of icons with names and tooltips', async ({ server }) => {
  await page.viewport(820, 900);
  showShell(server, ALL);
  const bin = menu.getByRole('link', { name: 'Корзина' });
  await expect.element(bin).toBeVisible();
  await expect.poll(() => menu.element().getBoundingClientRect().width).toBeLessThanOrEqual(72);
  expect(bin.element().getBoundingClientRect().width).toBeLessThan(60);
  const tooltip = page.getByRole('tooltip', { name: 'Корзина' });
  await expect.element(tooltip).not.toBeInTheDocument();
  (bin.element() as HTMLElement).focus();
  await userEvent.keyboard('{Tab}');
  // a tooltip that is still closing would close the one that the next focus opens
  await expect.element(tooltip).not.toBeInTheDocument();
  await userEvent.keyboard('{Shift>}{Tab}{/Shift}');
  await expect.element(tooltip).toBeVisible();
});

test('the header says who is signed in, with profile, colour scheme and sign-out in a menu', async ({
  server,
}) => {
  showShell(server, ALL);
  const person = page.getByRole('banner').getByRole('button', { name: /^Петрова Ольга/ });
  await expect.element(person).toBeVisible();
  await expect.element(page.getByRole('banner').getByRole('button', { name: 'Выйти' })).toBeVisible();
  await person.click();
  await expect
    .element(page.getByRole('menuitem', { name: 'Профиль' }))
    .toHaveAttribute('href', '/assistant-area/profile');
  await expect.element(page.getByRole('menuitem', { name: 'Выйти' })).toBeVisible();
  await page.getByRole('menuitemradio', { name: 'Тёмная' }).click();
  await expect.poll(() => document.documentElement.dataset.mantineColorScheme).toBe('dark');
});
