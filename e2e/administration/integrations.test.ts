import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Portal } from '../portal/portal.ts';
import { checkScreen } from '../pages/screen-checks.ts';
import { signIn } from '../pages/screens.ts';
import { expect, newPerson, test } from '../pages/test.ts';

test('an administrator connects another system: a token for its calls, a webhook for its events', async ({
  page,
  allowedErrors,
}) => {
  allowedErrors.push(/40[0-9].*\/api\/1\//);
  const portal = await Portal.start({ WEBHOOK_NETWORKS: '127.0.0.0/8' });
  const received: string[] = [];
  const receiver = createServer((request, reply) => {
    received.push(String(request.headers['webhook-id']));
    request.resume();
    reply.writeHead(200).end('получатель отвечает');
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  try {
    const admin = await portal.addAccount('assistant', newPerson('Ольга Петрова'));
    await signIn(page, portal.address, admin, '/assistant-area/integrations');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Создать токен' }).press('Enter');
    await dialog.getByLabel('Название').fill('Учётная система');
    await dialog.getByLabel('Клиенты: просмотр').press('Space');
    await dialog.getByLabel('Название').press('Enter');
    const token = await dialog.getByLabel('Токен', { exact: true }).inputValue();
    await checkScreen(page, 'token-shown');
    // the dialog stays until the token has been taken
    await page.keyboard.press('Escape');
    await dialog.getByRole('button', { name: 'Готово' }).click();
    const call = () =>
      fetch(`${portal.address}/api/1/assistant/doctors`, { headers: { authorization: `Bearer ${token}` } });
    expect((await call()).status).toBe(200);
    const row = page.getByRole('row', { name: 'Учётная система' });
    await page.reload();
    await expect(row).toContainText('127.0.0.1');
    await checkScreen(page, 'integrations');
    await row.getByRole('button', { name: 'Отозвать' }).click();
    await dialog.getByRole('button', { name: 'Отозвать' }).click();
    await expect(row).toContainText('отозван');
    expect((await call()).status).toBe(401);

    await page.getByRole('tab', { name: 'Вебхуки' }).click();
    await page.getByRole('button', { name: 'Создать вебхук' }).click();
    await dialog.getByLabel('Название').fill('Учётная система');
    await dialog.getByLabel('Адрес получателя').fill('https://192.168.0.1/');
    await dialog.getByLabel('Исследование готово').check();
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await expect(dialog.getByRole('alert')).toContainText('Адрес ведёт во внутреннюю сеть');
    const { port } = receiver.address() as AddressInfo;
    await dialog.getByLabel('Адрес получателя').fill(`http://127.0.0.1:${port}/`);
    await dialog.getByRole('button', { name: 'Создать' }).click();
    await expect(dialog.getByLabel('Секрет', { exact: true })).toHaveValue(/^whsec_/);
    await dialog.getByRole('button', { name: 'Готово' }).click();
    await page.getByRole('button', { name: 'Журнал: Учётная система' }).click();
    await dialog.getByRole('button', { name: 'Проверить' }).click();
    await expect(dialog.getByText('принято', { exact: true })).toBeVisible();
    await dialog.getByText('Ответ получателя').click();
    await expect(dialog.getByText('получатель отвечает')).toBeVisible();
    await checkScreen(page, 'webhook-log');
    await dialog.getByRole('button', { name: /^Повторить/ }).click();
    await expect.poll(() => received.length).toBe(2);
    expect(new Set(received).size).toBe(1);
  } finally {
    receiver.close();
    await page.close();
    await portal.remove();
  }
});
