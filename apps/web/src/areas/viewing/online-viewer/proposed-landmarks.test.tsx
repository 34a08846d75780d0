import { getAnnotations, saveAnnotations } from '@snimok/contract/viewing/annotations';
import { listKeyImages } from '@snimok/contract/viewing/key-images';
import { proposeLandmarks } from '@snimok/contract/viewing/landmarks';
import { getViewerStudy } from '@snimok/contract/viewing/online-viewer';
import Viewer from '@snimok/viewer/viewer';
import { vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import { answerFrames, pictureSeries, viewedStudy } from '../../../testing/viewed-study.ts';
import { viewerHost } from './viewer-host.ts';

const MODEL = { name: 'CephNet', version: '3.1' };
const place = (name: 'S' | 'N' | 'A', x: number, y: number) => ({
  name,
  at: [x, y] as [number, number],
  score: 0.93,
});
const ANSWER = { model: MODEL, landmarks: [place('S', 12, 8), place('N', 26, 8), place('A', 26, 18)] };

const names = (attribute: string) =>
  [...document.querySelectorAll(`[${attribute}]`)].map((one) => one.getAttribute(attribute)).join();

test('a user confirms or skips each proposed landmark, and only confirmed landmarks are saved and drawn', async ({
  server,
}) => {
  const viewed = viewedStudy({ series: [pictureSeries(1)] });
  const study = { ...viewed, can: { ...viewed.can, mark: true, seeMarks: true, proposeLandmarks: true } };
  answerFrames(server, study);
  server.answer(getViewerStudy, study);
  server.answer(listKeyImages, { keyImages: [] });
  server.answer(getAnnotations, { revision: 0, authors: [] });
  const saved = server.answer(saveAnnotations, ({ body }) => ({ revision: body.revision + 1 }));
  const unavailable = 'Программа, которая предлагает точки, сейчас не отвечает. Повторите позже';
  server.refuse(proposeLandmarks, { status: 503, error: unavailable });
  show(<Viewer ticket="one" host={viewerHost} study={study} onClose={() => undefined} />);
  await expect.poll(() => document.querySelectorAll('canvas[data-drawn]').length).toBe(1);
  await userEvent.keyboard('u');
  const ask = page.getByRole('button', { name: 'Предложить точки' });
  await ask.click();
  await expect.element(page.getByText(unavailable)).toBeVisible();

  const asked = server.answer(proposeLandmarks, ANSWER);
  await ask.click();
  const review = page.getByRole('group', { name: 'Точки, предложенные моделью' });
  const says = (text: string) => expect.poll(() => review.query()?.textContent).toContain(text);
  await says('Предложено моделью CephNet 3.1.');
  await says('S: центр турецкого седла, уверенность 93 %. Осталось 3\u00a0точки.');
  expect(asked[0]?.body).toMatchObject({ columns: 40, rows: 30, pixelMm: null });
  expect(names('data-proposed-landmark')).toBe('S,N,A');
  expect(names('data-landmark')).toBe('');
  expect(saved).toEqual([]);

  await userEvent.keyboard('{Enter}');
  await says('N: передняя точка лобно-носового шва');
  await review.getByRole('button', { name: 'Пропустить' }).click();
  await expect.poll(() => names('data-proposed-landmark')).toBe('A');
  expect(names('data-landmark')).toBe('S');
  const byModel = page.getByText('Предложены моделью CephNet 3.1 и подтверждены: S.');
  await expect.element(byModel).toBeVisible();
  await expect
    .poll(() => saved.at(-1)?.body.plan?.cephalograms)
    .toEqual([
      {
        series: 0,
        frame: 0,
        view: 'lateral',
        landmarks: [{ name: 'S', at: [12, 8], proposedBy: MODEL }],
      },
    ]);

  const drawn = vi.spyOn(XMLSerializer.prototype, 'serializeToString');
  await page.getByRole('button', { name: 'Сохранить как PNG' }).click();
  await expect.poll(() => drawn.mock.results[0]?.value as string).toContain('data-landmark="S"');
  expect(drawn.mock.results[0]?.value).not.toContain('data-proposed');

  await review.getByRole('button', { name: 'Убрать предложения' }).click();
  await expect.element(ask).toBeVisible();
  expect(names('data-proposed-landmark')).toBe('');
  expect(names('data-landmark')).toBe('S');
});
