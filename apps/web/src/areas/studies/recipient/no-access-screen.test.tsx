import { getExternalStudy } from '@snimok/contract/viewing/external-shares';
import { getIdentity } from '@snimok/contract/administration/centre-identity';
import ExternalStudyPage from '../../../pages/external/study-page.tsx';
import type { FakeServer } from '../../../testing/server.ts';
import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';

const answerIdentity = (server: FakeServer, phones: string[]) =>
  server.answer(getIdentity, {
    name: 'Ракурс',
    legalName: '',
    address: '',
    phones,
    hours: '',
    licence: '',
    website: '',
    logo: null,
    version: 1,
  });

const open = (fragment: string) => {
  history.replaceState(null, '', `#${fragment}`);
  show(<ExternalStudyPage />);
};

test('a link that does not open says that access may have ended, and offers to call the centre', async ({
  server,
}) => {
  answerIdentity(server, ['8 (495) 000-00-00', '+7 495 000-00-01']);
  server.refuse(getExternalStudy, { status: 404, error: 'Запрошенная страница не найдена' });
  open('some-link');
  await expect.element(page.getByRole('heading', { name: 'Доступ закрыт или его срок истёк' })).toBeVisible();
  await expect.element(page.getByText(/^Запрошенная страница не найдена\. /)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /^Позвонить: \+7 495 000-00-00$/ }))
    .toHaveAttribute('href', 'tel:+74950000000');
  await expect.element(page.getByRole('link', { name: 'Вернуться на главную' })).toHaveAttribute('href', '/');
});

test('a link without its token shows the same page as a closed link', async ({ server }) => {
  answerIdentity(server, []);
  open('');
  await expect.element(page.getByRole('heading', { name: 'Доступ закрыт или его срок истёк' })).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Позвонить/ })).not.toBeInTheDocument();
});

test('a colleague sees the sender and the study, and the button to view before the button to download', async ({
  server,
}) => {
  answerIdentity(server, []);
  server.answer(getExternalStudy, {
    patientName: 'Ромашкина Алла Петровна',
    studyType: 'cbct',
    studyComment: 'Перед имплантацией 36',
    studyCreatedAt: '2026-11-24T09:00:00.000Z',
    examinedAt: {
      day: '2026-11-23',
      time: '17:40',
      offset: '+03:00',
      instant: '2026-11-23T14:40:00.000Z',
      source: 'files',
    },
    shareExpiredAt: '2026-12-24T09:00:00.000Z',
    flags: ['download', 'remote-viewer'],
    senderName: 'Ольга Петрова',
    sizeBytes: 247_463_936,
  });
  open('some-link');
  await expect.element(page.getByText('Центр «Ракурс» открыл вам исследование')).toBeVisible();
  await expect.element(page.getByText('Отправитель: Ольга Петрова')).toBeVisible();
  await expect.element(page.getByText('КЛКТ (3D) от 23.11.2026')).toBeVisible();
  const [first, second] = page.getByRole('main').getByRole('button').elements();
  expect(first?.textContent).toBe('Онлайн-просмотр');
  expect(second?.textContent).toBe('Скачать (236\u00a0МБ)');
  expect([first, second].map((button) => button?.dataset['variant'])).toEqual([undefined, 'default']);
});
