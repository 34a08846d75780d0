// @ts-check
// The script of the page on a disc. The page is opened from a file, and can reach neither a network nor the portal.
'use strict';
(() => {
  /**
   * @typedef {{ center: number, width: number }} Window
   * @typedef {{ title: string, every: number, pictures: string[], size: number[],
   *   window: { shown: Window, drawn: Window, isInverted: boolean } | null }} Series
   */
  const MAX_ZOOM = 12;
  const STEP = 1.25;
  /** How many pictures are loaded in advance in each direction. */
  const AHEAD = 4;

  /** @type {<T extends Element>(id: string) => T} */
  const find = (id) => /** @type {any} */ (document.getElementById(id));
  /** @type {Series[]} */
  const all = JSON.parse(find('series').textContent ?? '[]');
  /** @type {HTMLSelectElement} */
  const choice = find('choice');
  /** @type {HTMLImageElement} */
  const picture = find('picture');
  /** @type {HTMLElement} */
  const stage = find('stage');
  /** @type {HTMLInputElement} */
  const slice = find('slice');
  /** @type {HTMLInputElement} */
  const level = find('level');
  /** @type {HTMLInputElement} */
  const contrast = find('contrast');

  let series = all[0];
  let at = 0;
  let view = { zoom: 1, x: 0, y: 0 };
  /** @type {HTMLImageElement[]} */
  let ahead = [];

  const show = () => {
    if (!series) return;
    const name = series.pictures[at] ?? '';
    const count = series.pictures.length;
    find('failure').hidden = true;
    picture.src = name;
    picture.alt = count > 1 ? `${series.title}, срез ${at + 1} из ${count}` : series.title;
    slice.value = String(at + 1);
    slice.setAttribute('aria-valuetext', `${at + 1} из ${count}`);
    find('number').textContent = `${at + 1} из ${count}`;
    ahead = [];
    for (let step = 1; step <= AHEAD; step += 1)
      for (const near of [series.pictures[at + step], series.pictures[at - step]])
        if (near) ahead.push(Object.assign(new Image(), { src: near }));
  };

  const go = (/** @type {number} */ to) => {
    const last = (series?.pictures.length ?? 1) - 1;
    at = Math.min(Math.max(to, 0), last);
    show();
  };

  const place = () => {
    const { zoom, x, y } = view;
    picture.style.transform = `translate(${x}px, ${y}px) scale(${zoom})`;
  };

  const zoomBy = (/** @type {number} */ factor) => {
    const zoom = Math.min(Math.max(view.zoom * factor, 1), MAX_ZOOM);
    const change = zoom / view.zoom;
    view = zoom === 1 ? { zoom, x: 0, y: 0 } : { zoom, x: view.x * change, y: view.y * change };
    place();
  };

  // The JPEG shows the drawn window from black to white. The filter changes it so that it shows the chosen window.
  const applyWindow = () => {
    const window = series?.window ?? null;
    const drawn = window?.drawn ?? { center: 0.5, width: 1 };
    const shown = window?.shown ?? drawn;
    const width = shown.width * 4 ** (-Number(contrast.value) / 100);
    const center = shown.center - (Number(level.value) / 100) * shown.width;
    const slope = drawn.width / width;
    const intercept = (drawn.center - drawn.width / 2 - center + width / 2) / width;
    // the control of brightness makes an inverted picture brighter too
    const inverted = window?.isInverted
      ? 1 - slope - (drawn.center - drawn.width / 2 - (2 * shown.center - center) + width / 2) / width
      : intercept;
    for (const part of document.querySelectorAll('#window feComponentTransfer > *')) {
      part.setAttribute('slope', String(slope));
      part.setAttribute('intercept', String(inverted));
    }
    picture.style.filter = slope === 1 && inverted === 0 ? '' : 'url(#window)';
  };

  const reset = () => {
    view = { zoom: 1, x: 0, y: 0 };
    level.value = contrast.value = '0';
    place();
    applyWindow();
  };

  const open = (/** @type {number} */ number) => {
    series = all[number];
    if (!series) return;
    const count = series.pictures.length;
    find('slices').hidden = count < 2;
    slice.max = String(count);
    const { every } = series;
    find('thinned').hidden = every < 2;
    find('thinned').textContent = `Показан каждый ${every}-й срез, все срезы есть в файлах DICOM.`;
    reset();
    go(count >> 1);
  };

  picture.addEventListener('error', () => {
    find('failure').hidden = false;
  });
  choice.addEventListener('change', () => open(choice.selectedIndex));
  slice.addEventListener('input', () => go(Number(slice.value) - 1));
  level.addEventListener('input', applyWindow);
  contrast.addEventListener('input', applyWindow);
  find('smaller').addEventListener('click', () => zoomBy(1 / STEP));
  find('larger').addEventListener('click', () => zoomBy(STEP));
  find('reset').addEventListener('click', reset);

  stage.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      if (event.ctrlKey) zoomBy(event.deltaY < 0 ? STEP : 1 / STEP);
      else if (event.deltaY !== 0) go(at + Math.sign(event.deltaY));
    },
    { passive: false },
  );

  stage.addEventListener('pointermove', (event) => {
    if (event.buttons === 0 || !stage.hasPointerCapture(event.pointerId)) return;
    if (event.shiftKey) {
      contrast.value = String(Number(contrast.value) + event.movementX / 2);
      level.value = String(Number(level.value) - event.movementY / 2);
      applyWindow();
    } else if (view.zoom > 1) {
      view = { ...view, x: view.x + event.movementX, y: view.y + event.movementY };
      place();
    } else if (event.pointerType !== 'mouse' && Math.abs(event.movementY) > 1) {
      go(at + Math.sign(event.movementY));
    }
  });
  stage.addEventListener('pointerdown', (event) => stage.setPointerCapture(event.pointerId));

  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowDown: () => go(at + 1),
    ArrowRight: () => go(at + 1),
    ArrowUp: () => go(at - 1),
    ArrowLeft: () => go(at - 1),
    PageDown: () => go(at + 10),
    PageUp: () => go(at - 10),
    Home: () => go(0),
    End: () => go(Number.MAX_SAFE_INTEGER),
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(1 / STEP),
    0: reset,
  };
  document.addEventListener('keydown', (event) => {
    const isControl = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    const action = keys[event.key];
    if (!action || isControl || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  });

  for (const { title } of all) choice.append(new Option(title));
  open(0);
})();
