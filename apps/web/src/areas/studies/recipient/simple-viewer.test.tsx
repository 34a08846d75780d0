import { getFrames, getViewerStudy, renewViewer } from '@snimok/contract/viewing/online-viewer';
import SimpleViewer from '@snimok/viewer/simple/simple-viewer';
import { vi } from 'vitest';
import { hasNoResponse } from '../../../shared/calls/call.ts';
import { explain } from '../../../shared/calls/explain.ts';
import { show } from '../../../testing/show.tsx';
import { expect, page, test } from '../../../testing/test.ts';
import {
  answerFrames,
  pictureSeries,
  type ViewedStudy,
  viewedStudy,
  volumeSeries,
} from '../../../testing/viewed-study.ts';

const open = (study: ViewedStudy | undefined, hasVolume = false) => {
  const onReopen = vi.fn();
  show(
    <SimpleViewer
      ticket="first"
      study={study}
      hasVolume={hasVolume}
      picture={null}
      day="24.11.2026"
      isUploadDay={false}
      centreName="Ракурс"
      explain={(reason, fallback) => explain(reason, hasNoResponse(reason) ? undefined : fallback)}
      onClose={() => undefined}
      onFull={() => undefined}
      onReopen={onReopen}
    />,
  );
  return { onReopen };
};

const alert = page.getByRole('alert');
const isDrawn = (name: string) =>
  page
    .getByRole('group', { name, exact: true })
    .elements()
    .some((pane) => pane.querySelector('canvas[data-drawn]'));
const untilDrawn = (name = 'Снимок') => expect.poll(() => isDrawn(name)).toBe(true);
const next = page.getByRole('button', { name: 'Следующий снимок' });

test('one picture that cannot be read is skipped, and the others are shown', async ({ server }) => {
  const study = viewedStudy({ series: [pictureSeries(3)] });
  const frames = answerFrames(server, study, [1]);
  open(study);
  await untilDrawn();
  await next.click();
  await expect
    .element(alert)
    .toMatchTextContent(/Не удалось загрузить снимок\. Устройству не хватило памяти, или снимок повреждён\./);
  await expect.element(page.getByText('2 из 3')).toBeVisible();
  const before = frames.length;
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect.poll(() => frames.length).toBeGreaterThan(before);
  await next.click();
  await untilDrawn();
  await expect.element(alert).not.toBeInTheDocument();
});

test('a picture that failed without a connection is loaded when the connection returns', async ({
  server,
}) => {
  const study = viewedStudy({ series: [pictureSeries(1)] });
  answerFrames(server, study);
  server.drop(getFrames);
  open(study);
  await expect.element(alert).toMatchTextContent(/Сервер не отвечает/);
  answerFrames(server, study);
  dispatchEvent(new Event('online'));
  await untilDrawn();
});

test('a study that got no response can be requested again by a button, and the viewer shows the loading', async ({
  server,
}) => {
  const study = viewedStudy({ series: [pictureSeries(1)] });
  answerFrames(server, study);
  server.drop(getViewerStudy);
  open(undefined);
  await expect.element(alert).toMatchTextContent(/Не удалось загрузить снимок\. Сервер не отвечает/);
  const { promise, resolve } = Promise.withResolvers<ViewedStudy>();
  server.answer(getViewerStudy, () => promise);
  await page.getByRole('button', { name: 'Повторить' }).click();
  await expect.element(page.getByText('Загружаем снимок…')).toBeVisible();
  resolve(study);
  await untilDrawn();
});

test('a study that got no response is requested again when the connection returns', async ({ server }) => {
  const study = viewedStudy({ series: [pictureSeries(1)] });
  answerFrames(server, study);
  server.drop(getViewerStudy);
  open(undefined);
  await expect.element(alert).toMatchTextContent(/Сервер не отвечает/);
  server.answer(getViewerStudy, study);
  dispatchEvent(new Event('online'));
  await untilDrawn();
});

test('a study that does not exist any more can be opened again from its page', async ({ server }) => {
  server.refuse(renewViewer, { status: 403, error: 'Просмотр закончен.' });
  server.refuse(getViewerStudy, { status: 404, error: 'Исследование не найдено' });
  const { onReopen } = open(undefined, true);
  await expect.element(alert).toMatchTextContent(/Просмотр прерван/);
  await page.getByRole('button', { name: 'Открыть снова' }).click();
  expect(onReopen).toHaveBeenCalledOnce();
});

test('access that is closed while a picture is open is reported at the next picture', async ({ server }) => {
  const study = viewedStudy({ series: [pictureSeries(9)] });
  const frames = answerFrames(server, study);
  open(study);
  await untilDrawn();
  // the neighbours of the first picture are loaded in advance
  await expect.poll(() => frames.length).toBe(4);
  server.refuse(getFrames, { status: 403, error: 'Просмотр закончен.' });
  await page.getByRole('slider', { name: 'Листать снимки' }).fill('8');
  await expect.element(alert).toMatchTextContent(/Просмотр прерван/);
  await expect.element(page.getByRole('button', { name: 'Открыть снова' })).toBeVisible();
});

test('an X-ray study without images says why', async ({ server }) => {
  answerFrames(server, viewedStudy());
  open(viewedStudy({ reason: 'Файлы исследования повреждены.' }));
  await expect.element(alert).toMatchTextContent(/Файлы исследования повреждены\./);
});

test('an X-ray study that is being prepared says how far it is', async ({ server }) => {
  answerFrames(server, viewedStudy());
  server.answer(getViewerStudy, viewedStudy({ status: 'making', progress: 0.4 }));
  open(undefined);
  await expect.element(page.getByText('Готовим снимок к просмотру: 40 %')).toBeVisible();
});

test('a picture that has not arrived is not saved, and the viewer says so', async ({ server }) => {
  const study = viewedStudy({ series: [pictureSeries(1)] });
  answerFrames(server, study);
  server.answerBytes(getFrames, () => new Promise(() => undefined));
  open(study);
  await page.getByRole('button', { name: 'Сохранить картинку' }).click();
  await expect.element(alert).toMatchTextContent(/Картинка ещё загружается/);
});

test('without WebGL the slices are shown instead of the volume', async ({ server }) => {
  const study = viewedStudy({ type: 'cbct', series: [volumeSeries()] });
  answerFrames(server, study);
  const getContext = HTMLCanvasElement.prototype.getContext;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (
    this: HTMLCanvasElement,
    ...[kind, options]: [string, unknown?]
  ) {
    return kind === 'webgl2' ? null : (getContext.call(this, kind as '2d', options as object) as null);
  });
  open(study, true);
  await page.getByRole('tab', { name: 'Объём (3D)' }).click();
  await expect.element(alert).toMatchTextContent(/Этот браузер не может показать объём/);
  await page.getByRole('button', { name: 'Открыть срезы' }).click();
  await untilDrawn('Срез');
});

test('a device without memory says so, and can try again', async ({ server }) => {
  const study = viewedStudy({ type: 'cbct', series: [volumeSeries()] });
  answerFrames(server, study);
  server.answer(getViewerStudy, study);
  class EndedWorker extends EventTarget {
    constructor() {
      super();
      setTimeout(() => this.dispatchEvent(new Event('error')));
    }
    postMessage = () => undefined;
    terminate = () => undefined;
  }
  vi.stubGlobal('Worker', EndedWorker);
  open(study, true);
  await expect.element(alert).toMatchTextContent(/Устройству не хватило памяти/);
  vi.unstubAllGlobals();
  await page.getByRole('button', { name: 'Повторить' }).click();
  await untilDrawn('Срез');
});
