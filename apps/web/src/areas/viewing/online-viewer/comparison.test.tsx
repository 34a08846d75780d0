import { listComparable, openComparable } from '@snimok/contract/viewing/comparison';
import { getViewerStudy, renewViewer } from '@snimok/contract/viewing/online-viewer';
import Viewer from '@snimok/viewer/viewer';
import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { answerFrames, pictureSeries, viewedStudy } from '../../../testing/viewed-study.ts';
import { viewerHost } from './viewer-host.ts';

test('the second study of a comparison gets a new ticket when its first one has ended', async ({
  server,
}) => {
  const shown = viewedStudy({ series: [pictureSeries(1)] });
  const other = viewedStudy({
    studyID: 8,
    createdAt: '2025-03-02T09:00:00.000Z',
    series: [pictureSeries(1)],
  });
  answerFrames(server, shown);
  server.answer(listComparable, {
    studies: [{ studyID: 8, type: 'rg', createdAt: other.createdAt, examinedAt: null }],
  });
  let tickets = 0;
  server.answer(openComparable, () => {
    tickets += 1;
    if (tickets > 1) {
      server.answer(getViewerStudy, other);
      answerFrames(server, other);
    }
    return { remoteSessionURL: `${location.origin}/viewer#other-${tickets}` };
  });
  // as after the end of the session in which the first ticket was made
  const ended = { status: 403, error: 'Просмотр закончен.' };
  const refused = server.refuse(getViewerStudy, ended);
  server.refuse(renewViewer, ended);
  const study = { ...shown, can: { ...shown.can, compare: true } };
  show(<Viewer ticket="first" host={viewerHost} study={study} compare onClose={() => undefined} />);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /02\.03\.2025/ })
    .click();
  await expect.element(page.getByText('Сравнение исследований')).toBeVisible();
  await expect.poll(() => document.querySelectorAll('canvas[data-drawn]').length).toBe(2);
  // as in the header of one study
  const { right } = page.getByRole('button', { name: 'Закрыть' }).element().getBoundingClientRect();
  expect(right).toBeGreaterThan(innerWidth - 12);
  expect(new Set(refused.map(({ headers }) => headers.get('authorization')))).toEqual(
    new Set(['Bearer other-1']),
  );
  expect(tickets).toBe(2);
});
