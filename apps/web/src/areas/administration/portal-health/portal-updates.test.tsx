import { getPortalHealth } from '@snimok/contract/administration/portal-health';
import { cancelUpdate, lookForUpdates, requestUpdate } from '@snimok/contract/administration/portal-updates';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { queryClient } from '../../../shared/calls/query-client.ts';
import PortalHealthPage from '../../../pages/assistant/administration/portal-health-page.tsx';
import { ASSISTANT_SETTINGS } from '../../../testing/answers.ts';
import { goOffline } from '../../../testing/go-offline.ts';
import type { FakeServer } from '../../../testing/server.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import type { Health } from './queries.ts';
import { RunningUpdate } from './update-progress.tsx';

const OLD = '0.1.0+2301.3f2a9c1d';
const NEW = '0.1.0+2342.9b7e04aa';

const OFFER: Health['update'] = {
  installed: OLD,
  offered: NEW,
  canLook: true,
  canUpdate: true,
  dueAt: null,
  nightAt: '2031-05-21T01:00:00.000Z',
  step: null,
  target: null,
  result: null,
};

const healthOf = (
  update: Partial<Health['update']>,
  line: Partial<Health['lines'][number]> = {},
): Health => ({
  lines: [
    {
      line: 'update',
      state: 'attention',
      summary: `Установлена версия ${OLD}. Доступна версия ${NEW}, проверено 20.05.2031 09:12.`,
      advice: 'Обновите портал кнопкой ниже.',
      ...line,
    },
  ],
  runs: [],
  canBackUp: true,
  isBackingUp: false,
  timeZone: 'Europe/Moscow',
  update: { ...OFFER, ...update },
});

/** The page of an administrator; `becomes` is what the server answers from now on. */
const show = (server: FakeServer, ...answer: Parameters<typeof healthOf>) => {
  const becomes = async (...next: Parameters<typeof healthOf>) => {
    server.answer(getPortalHealth, healthOf(...next));
    await queryClient.invalidateQueries({ queryKey: ['portal-health'] });
  };
  server.answer(getAssistantSettings, { ...ASSISTANT_SETTINGS, rights: ['admin'] });
  server.answer(getPortalHealth, healthOf(...answer));
  showSignedIn(<PortalHealthPage />, '/assistant-area/portal-health');
  return { becomes };
};

/** Waits until the text of the element has this part. */
const expectText = (element: { element: () => Element }, part: string) =>
  expect.poll(() => element.element().textContent).toContain(part);

const line = page.getByRole('listitem').filter({ hasText: 'Обновления портала' });
const button = (name: string) => line.getByRole('button', { name });
const dialog = page.getByRole('dialog', { name: 'Обновить портал' });

test('the dialog says what an update does, and asks for it at once', async ({ server }) => {
  show(server, {});
  const sent = server.answer(requestUpdate, undefined);
  await button('Обновить сейчас').click();
  await expect.element(dialog).toBeVisible();
  for (const part of [NEW, 'резервную копию', 'несколько секунд', 'с того же места', 'вернёт прежнюю'])
    await expectText(dialog, part);
  server.answer(
    getPortalHealth,
    healthOf({ step: 'waiting', target: NEW, canUpdate: false, canLook: false }),
  );
  await dialog.getByRole('button', { name: 'Обновить сейчас' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ version: NEW, when: 'now' }]);
  await expectText(line.getByRole('status'), 'Шаг 1 из 8. Сервер получает запрос.');
  await expect.element(button('Обновить сейчас')).not.toBeInTheDocument();
});

test('an update is put off to the coming night, and cancelled', async ({ server }) => {
  const { becomes } = show(server, {});
  const sent = server.answer(requestUpdate, undefined);
  await button('Обновить сейчас').click();
  await dialog.getByRole('radio', { name: /^Сегодня ночью: 21\.05\.2031 в 04:00/ }).click();
  await dialog.getByRole('button', { name: 'Обновить ночью' }).click();
  await expect.poll(() => sent.map(({ body }) => body)).toEqual([{ version: NEW, when: 'tonight' }]);
  await becomes({ dueAt: OFFER.nightAt });
  const cancelled = server.answer(cancelUpdate, undefined);
  await button('Отменить обновление').click();
  await expect.poll(() => cancelled.length).toBe(1);
});

test('what the server refuses is shown in the dialog, which stays open', async ({ server }) => {
  show(server, {});
  server.refuse(requestUpdate, { status: 409, error: 'Обновление уже идёт' });
  await button('Обновить сейчас').click();
  await dialog.getByRole('button', { name: 'Обновить сейчас' }).click();
  await expectText(dialog.getByRole('alert'), 'Обновление уже идёт');
});

test('while the portal restarts the page says so, and then shows the new version', async ({ server }) => {
  const running = { step: 'trying', target: NEW, canUpdate: false, canLook: false } as const;
  const { becomes } = show(server, running);
  const status = line.getByRole('status');
  await expectText(status, 'Шаг 5 из 8. Обновляется база данных');
  await becomes({ ...running, step: 'switching' });
  await expectText(status, 'страница дождётся его сама');
  await becomes({ ...running, step: 'watching', installed: NEW, offered: null });
  await expectText(line, `Портал работает в версии ${NEW}`);
  await expect.element(button('Обновить страницу')).toBeVisible();
  await expectText(line, 'Шаг 7 из 8');
});

test('a page without a connection says that the portal restarts while an update runs', async ({ server }) => {
  goOffline();
  showSignedIn(<RunningUpdate step="trying" target={NEW} />);
  await expectText(page.getByRole('status').filter({ hasText: NEW }), 'Портал перезапускается');
  expect(server.problems).toEqual([]);
});

test('the page says how the update ended', async ({ server }) => {
  const sentence = `Обновление до версии ${NEW} не удалось 20.05.2031 10:02. Новая версия не запустилась рядом с прежней. Прежняя версия работает без изменений.`;
  const result = { outcome: 'failed', version: NEW, endedAt: '2031-05-20T07:02:00.000Z', sentence } as const;
  const { becomes } = show(
    server,
    { result },
    { state: 'problem', summary: `Установлена версия ${OLD}. ${sentence}` },
  );
  await expect.element(line.getByText(/не удалось/)).toBeVisible();
  // the sentence is in the line once
  expect(line.getByText(/не удалось/).elements()).toHaveLength(1);
  await expect.element(button('Обновить сейчас')).toBeVisible();
  const done = {
    ...result,
    outcome: 'done',
    sentence: `Версия ${NEW} установлена 20.05.2031 10:31.`,
  } as const;
  await becomes(
    { installed: NEW, offered: null, canUpdate: false, result: done },
    {
      state: 'ok',
      summary: `Установлена версия ${NEW}. Новее нет, проверено 20.05.2031 09:12.`,
      advice: null,
    },
  );
  await expect.element(line.getByText(done.sentence)).toBeVisible();
  await expect.element(button('Обновить сейчас')).not.toBeInTheDocument();
});

test('updates are looked for on request, and a failure is shown', async ({ server }) => {
  show(server, { offered: null, canUpdate: false });
  const looks = server.answer(lookForUpdates, undefined);
  await button('Проверить обновления').click();
  await expect.poll(() => looks.length).toBe(1);
  server.refuse(lookForUpdates, { status: 429, error: 'Слишком много проверок. Повторите позже' });
  await button('Проверить обновления').click();
  await expectText(line.getByRole('alert'), 'Слишком много проверок');
});

test('a portal that is not installed from a package has a sentence and no button', async ({ server }) => {
  const summary = 'Обновить портал отсюда нельзя: он установлен не из пакета Debian.';
  show(
    server,
    { installed: null, offered: null, canLook: false, canUpdate: false },
    { state: 'ok', summary, advice: null },
  );
  await expectText(line, summary);
  expect(line.getByRole('button').elements()).toEqual([]);
});
