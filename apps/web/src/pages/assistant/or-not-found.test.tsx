import { getProfile } from '@snimok/contract/people/profile';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { getReportDraft } from '@snimok/contract/reporting/report-drafts';
import { ASSISTANT_SETTINGS } from '../../testing/answers.ts';
import { showRoutes } from '../../testing/show.tsx';
import { expect, page, test } from '../../testing/test.ts';
import { routesOf } from '../../routes.tsx';

test('a link to a deleted report draft, or with a malformed id, shows the menu and a way back', async ({
  server,
}) => {
  server.answer(getProfile, { name: 'Петрова Ольга', email: 'olga@centre.test', mfaEnabled: false });
  server.answer(getAssistantSettings, { ...ASSISTANT_SETTINGS, rights: ['studies', 'clients', 'reports'] });
  server.refuse(getReportDraft, { status: 404, error: 'Черновика нет' });
  const router = showRoutes(routesOf('assistant'), '/assistant-area/studies/7/report');
  await expect.element(page.getByRole('heading', { name: 'Черновика заключения нет' })).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Меню' });
  await expect.element(menu).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Открыть заключения' })).toBeVisible();

  for (const path of [
    'doctors/abc/patients',
    'doctors/1/patients/x/studies',
    'studies/9/reports/none',
    'referrals/12',
  ]) {
    await router.navigate(`/assistant-area/${path}`);
    await expect
      .element(page.getByRole('heading', { name: 'Запрошенная страница не найдена' }))
      .toBeVisible();
    await expect.element(menu).toBeVisible();
    await router.navigate('/assistant-area/reports/no-draft');
    await expect.element(page.getByRole('heading', { name: 'Черновика заключения нет' })).toBeVisible();
  }
});
