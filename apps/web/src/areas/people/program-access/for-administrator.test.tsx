import { listClinicPrograms } from '@snimok/contract/viewing/deliveries';
import { queryClient } from '../../../shared/calls/query-client.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { Computers } from '../../viewing/clinic-programs/computers.tsx';
import { InstallProgram } from './install-program.tsx';
import { uploadProgramQuery } from './upload-program.ts';

const PROGRAM = { filename: 'snimok-uploader-1.tgz', version: '1', sizeBytes: 1000, sha256: 'ab'.repeat(32) };

const COMMAND = `npm install -g ${PROGRAM.filename}`;

test('a clinic sees the field for the program’s code, and the installation steps only after unfolding them', async ({
  server,
}) => {
  server.answer(listClinicPrograms, { grants: [], currentOffset: 0, totalCount: 0 });
  queryClient.setQueryData(uploadProgramQuery.queryKey, PROGRAM);
  showSignedIn(<Computers />);
  await expect.element(page.getByLabelText('Код с экрана программы')).toBeVisible();
  await expect.element(page.getByText(/Node\.js/)).not.toBeVisible();
  await expect.element(page.getByText(COMMAND)).not.toBeVisible();
  await page.getByText('Для администратора').click();
  await expect.element(page.getByText(/Node\.js/)).toBeVisible();
  await expect.element(page.getByText(COMMAND)).toBeVisible();
});

test('the installation steps for an acquisition PC are folded until they are opened', async () => {
  queryClient.setQueryData(uploadProgramQuery.queryKey, PROGRAM);
  showSignedIn(<InstallProgram />);
  await expect.element(page.getByRole('heading', { name: 'Как подключить компьютер' })).toBeVisible();
  await expect.element(page.getByText(/Node\.js/)).not.toBeVisible();
  await page.getByText('Для администратора').click();
  await expect.element(page.getByText(/Node\.js/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Скачать snimok/ })).toBeVisible();
});
