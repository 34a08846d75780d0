import { listClinicPrograms } from '@snimok/contract/viewing/deliveries';
import { queryClient } from '../../../shared/calls/query-client.ts';
import { showSignedIn } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { Computers } from '../../viewing/clinic-programs/computers.tsx';
import { InstallProgram } from './install-program.tsx';
import { type UploadProgram, uploadProgramQuery } from './upload-program.ts';

const PROGRAM: UploadProgram = {
  filename: 'snimok-uploader-1.tgz',
  version: '1',
  sizeBytes: 1000,
  sha256: 'ab'.repeat(32),
};

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

const FILES = ['windows-x64', 'macos-arm64', 'macos-x64'].map((system, index) => ({
  system,
  filename: `snimok-1-${system}`,
  sizeBytes: 110_000_000,
  sha256: String(index).repeat(64),
}));

const WITH_FILES: UploadProgram = { ...PROGRAM, files: FILES };

test('a portal with one file for each system shows three steps, without Node.js and for the processor', async () => {
  queryClient.setQueryData(uploadProgramQuery.queryKey, WITH_FILES);
  showSignedIn(<InstallProgram />);
  await page.getByText('Для администратора').click();
  await page.getByText('macOS', { exact: true }).click();
  await expect.element(page.getByText('shasum -a 256 snimok-1-macos-arm64')).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(3);
  await expect.element(page.getByText('sudo snimok install-service watch ~/Export')).toBeVisible();
  await page.getByText('Intel').click();
  const link = page.getByRole('link', { name: /Скачать snimok 1/ });
  await expect.element(link).toHaveAttribute('href', '/programs/snimok-1-macos-x64');
  await expect.element(page.getByLabelText('Контрольная сумма SHA-256')).toHaveTextContent('2'.repeat(64));
  await expect.element(page.getByText(/npm install/)).not.toBeInTheDocument();
});

test('the steps say whether the program replaces itself when the portal is updated', async () => {
  const facts = { filesVersion: '1+7.abcdef01', updatesItself: true };
  queryClient.setQueryData(uploadProgramQuery.queryKey, { ...WITH_FILES, ...facts });
  showSignedIn(<InstallProgram />);
  await page.getByText('Для администратора').click();
  await page.getByText('macOS', { exact: true }).click();
  await expect.element(page.getByText(/программа обновит себя сама/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Скачать snimok 1\+7\.abcdef01/ })).toBeVisible();
  queryClient.setQueryData(uploadProgramQuery.queryKey, WITH_FILES);
  await expect.element(page.getByText(/Сама программа не обновляется/)).toBeVisible();
});

test('a system for which no file was built gets the steps with Node.js, and the page says why', async () => {
  queryClient.setQueryData(uploadProgramQuery.queryKey, WITH_FILES);
  showSignedIn(<InstallProgram />);
  await page.getByText('Для администратора').click();
  await page.getByText('Linux', { exact: true }).click();
  await expect.element(page.getByText(/нет программы одним файлом/)).toBeVisible();
  await expect.element(page.getByText(`sudo ${COMMAND}`)).toBeVisible();
});

test('a clinic downloads the file for its system', async ({ server }) => {
  server.answer(listClinicPrograms, { grants: [], currentOffset: 0, totalCount: 0 });
  queryClient.setQueryData(uploadProgramQuery.queryKey, WITH_FILES);
  showSignedIn(<Computers />);
  await page.getByText('Для администратора').click();
  const link = page.getByRole('link', { name: 'macOS (Intel)' });
  await expect.element(link).toHaveAttribute('href', '/programs/snimok-1-macos-x64');
  await expect.element(page.getByText(/Node\.js/)).not.toBeInTheDocument();
});
