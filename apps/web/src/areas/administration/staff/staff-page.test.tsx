import { listStaff, readStaffNotices, updateStaffMember } from '@snimok/contract/people/staff';
import type { ResponseOf } from '@snimok/contract/platform/endpoint';
import { getAssistantSettings } from '@snimok/contract/people/web-app-settings';
import { ASSISTANT_SETTINGS } from '../../../testing/answers.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test, untilResponses } from '../../../testing/test.ts';
import { StaffList } from './staff-list.tsx';

const member: ResponseOf<typeof listStaff>['staff'][number] = {
  accountID: 7,
  name: 'Зимина Вера',
  email: 'zimina@centre.test',
  rights: ['studies', 'reports'],
  self: false,
  disabledAt: null,
  lastSignInAt: null,
  sessionsCount: 0,
  hasSecondFactor: false,
  letter: null,
};
const answer = (notices: ResponseOf<typeof listStaff>['notices'] = []) => ({
  staff: [member],
  notices,
  currentOffset: 0,
  totalCount: 1,
});
const dialog = page.getByRole('dialog', { name: 'Сотрудник и его права' });

test('each right states what it opens, and choosing a position selects its usual rights', async ({
  server,
}) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  server.answer(listStaff, answer());
  const changes = server.answer(updateStaffMember, undefined);
  showSignedIn(<StaffList />);
  await page.getByRole('button', { name: 'Права: Зимина Вера' }).click();
  const rights = dialog.getByRole('checkbox');
  await expect.element(dialog).toBeVisible();
  for (const right of rights.elements()) expect(right).toHaveAccessibleDescription(/^(Открывает|Вместе с)/);
  const admin = dialog.getByRole('checkbox', { name: 'Администрирование' });
  for (const part of ['сотрудники', 'данные центра', 'справочник', 'персональных данных', 'интеграции'])
    expect(admin.element()).toHaveAccessibleDescription(new RegExp(part));

  await dialog.getByText('Врач-рентгенолог').click();
  await expect.element(dialog.getByRole('checkbox', { name: /^Заключения/ })).toBeChecked();
  await dialog.getByRole('button', { name: 'Сохранить' }).click();
  await expect.poll(() => changes[0]?.body.rights).toEqual(['studies', 'reports', 'report-writing']);
});

test('the notice that the report right was split in two disappears once an administrator confirms it', async ({
  server,
}) => {
  server.answer(getAssistantSettings, ASSISTANT_SETTINGS);
  server.answer(listStaff, answer(['report-rights']));
  const read = server.answer(readStaffNotices, undefined);
  showSignedIn(<StaffList />);
  const notice = page.getByText('У всех, у кого было прежнее право, остались оба', { exact: false });
  await expect.element(notice).toBeVisible();
  server.answer(listStaff, answer());
  await page.getByRole('button', { name: 'Понятно' }).click();
  await untilResponses();
  await expect.element(notice).not.toBeInTheDocument();
  expect(read).toHaveLength(1);
});
