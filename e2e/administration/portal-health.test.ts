import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an administrator sees what is in order, has a backup made at once, and sees its restore test', async ({
  page,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-health-'));
  const portal = await Portal.start({ BACKUP_FOLDER: folder, SCRATCH_MIN_FREE: '1MB' });
  try {
    const admin = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    await signIn(page, portal.address, admin, '/assistant-area/portal-health');
    const lines = page.getByRole('list', { name: 'Состояние портала' }).getByRole('listitem');
    await expect(lines.filter({ hasText: 'Версии' })).toContainText(/PostgreSQL \d+/);
    const backup = lines.filter({ hasText: 'Резервная копия' });
    const table = page.getByRole('table', { name: 'Копии и проверки' });
    const rows = (kind: string) => table.getByRole('row', { name: kind }).filter({ hasText: 'успешно' });
    // the worker makes the first backup at its first full minute, and the person need not wait for that
    await backup.getByRole('button', { name: 'Сделать копию сейчас' }).press('Enter');
    await expect(rows('Резервная копия').first()).toBeVisible({ timeout: 60_000 });
    await expect(backup).toContainText('Последняя копия');
    await expect(rows('Проверка восстановления').first()).toBeVisible({ timeout: 150_000 });
    await checkScreen(page, 'portal-health');
  } finally {
    // an open page would report that the portal is gone
    await page.close();
    await portal.remove();
    await rm(folder, { recursive: true, force: true });
  }
});
