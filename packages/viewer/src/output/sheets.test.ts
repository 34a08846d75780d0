import { execFileSync } from 'node:child_process';
import { cutSlice } from '@snimok/imaging/volume/slice';
import type { Volume } from '@snimok/imaging/volume/volume';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { writePdf } from './pdf.ts';
import { trueSizeName } from './save-file.ts';
import { sectionPages, sheetFor, trueSizePage, type SheetPicture } from './sheets.ts';

const DPI = 300;
const SPACING_MM = 0.4;

/** Balls of metal at known places of a slice of 60 × 40 mm, 0.4 mm per voxel; places in mm from its corner. */
const BALLS_MM = [
  [10, 20],
  [50, 12],
] as const;

/** One slice of the phantom, enlarged as the viewer enlarges it for printing. */
async function phantomPicture(): Promise<SheetPicture> {
  const columns = 150;
  const rows = 100;
  const values = Int16Array.from({ length: columns * rows }, (_, at) => {
    const x = ((at % columns) + 0.5) * SPACING_MM;
    const y = (Math.floor(at / columns) + 0.5) * SPACING_MM;
    return BALLS_MM.some(([u, v]) => Math.hypot(x - u, y - v) < 1.5) ? 3000 : -1000;
  });
  const volume: Volume = {
    size: [columns, rows, 1],
    spacingMm: [SPACING_MM, SPACING_MM, SPACING_MM],
    values,
  };
  const { width, height, values: cut } = cutSlice(volume, { axis: 2, index: 0, slices: 1, blend: 'mean' });
  const greys = Uint8Array.from(cut, (value) => (value > 0 ? 255 : 0));
  const size = [width * 4, height * 4] as const;
  const bytes = await sharp(greys, { raw: { width, height, channels: 1 } })
    .resize(...size)
    .toColourspace('srgb')
    .jpeg({ quality: 95 })
    .toBuffer();
  return { bytes, size, widthMm: width * SPACING_MM, heightMm: height * SPACING_MM };
}

async function white(widthMm: number, heightMm: number): Promise<SheetPicture> {
  const create = { width: 8, height: 8, channels: 3, background: '#fff' } as const;
  const bytes = await sharp({ create }).jpeg().toBuffer();
  return { bytes, size: [8, 8], widthMm, heightMm };
}

/** The page as a printer would draw it. */
function printed(pdf: Uint8Array, page = 1) {
  const args = ['-r', `${DPI}`, '-gray', '-f', `${page}`, '-l', `${page}`, '-singlefile', '-'];
  const image = execFileSync('pdftoppm', args, { input: pdf, maxBuffer: 64 * 1024 * 1024 });
  const [header = '', width, height] = /^P5\s(\d+) (\d+)\s255\s/.exec(image.toString('latin1', 0, 50)) ?? [];
  return { width: Number(width), height: Number(height), pixels: image.subarray(header.length) };
}

/** The centre in mm of the bright pixels in a part of the page, in mm from its upper left corner. */
function brightCentre(
  { width, pixels }: ReturnType<typeof printed>,
  box: readonly number[],
): [number, number] {
  const [left, top, right, bottom] = box.map((mm) => Math.round((mm * DPI) / 25.4)) as [
    number,
    number,
    number,
    number,
  ];
  let x = 0;
  let y = 0;
  let count = 0;
  for (let row = top; row < bottom; row += 1)
    for (let column = left; column < right; column += 1)
      if (pixels[row * width + column]! > 128) [x, y, count] = [x + column + 0.5, y + row + 0.5, count + 1];
  return [(x / count) * (25.4 / DPI), (y / count) * (25.4 / DPI)];
}

test('a distance of the phantom is printed within 0.2 mm, and the ruler has 100 mm', async () => {
  const picture = await phantomPicture();
  const page = printed(writePdf([trueSizePage(picture, await white(100, 8))], 'Снимок'));
  expect([page.width, page.height].map((pixels) => (pixels * 25.4) / DPI)).toEqual([
    expect.closeTo(210, 0),
    expect.closeTo(297, 0),
  ]);
  // the picture of 60 mm is in the middle of the sheet, 18 mm below its upper edge
  const left = 75;
  const top = 18;
  const centres = BALLS_MM.map(([x, y]) =>
    brightCentre(page, [left + x - 4, top + y - 4, left + x + 4, top + y + 4]),
  );
  const [[x1, y1], [x2, y2]] = centres as [[number, number], [number, number]];
  const [[u1, v1], [u2, v2]] = BALLS_MM;
  const error = Math.hypot(x2 - x1, y2 - y1) - Math.hypot(u2 - u1, v2 - v1);
  expect(Math.abs(error)).toBeLessThan(0.2);
  expect([x1 - left - u1, y1 - top - v1].every((mm) => Math.abs(mm) < 0.2)).toBe(true);
  const row = Math.round((286 * DPI) / 25.4) * page.width;
  const dark = Array.from({ length: page.width }, (_, at) => at).filter((at) => page.pixels[row + at]! < 128);
  expect(((dark.at(-1)! - dark[0]!) * 25.4) / DPI).toBeCloseTo(100, 0);
});

test('cross-sections fill sheets in rows at true size', async () => {
  const section = { ...(await phantomPicture()), label: await white(60, 5) };
  const pages = sectionPages(
    Array.from({ length: 20 }, () => section),
    await white(100, 8),
  );
  // three in a row, five rows
  expect(pages.map(({ items }) => items.filter(({ kind }) => kind === 'jpeg').length)).toEqual([31, 11]);
  const page = printed(writePdf(pages, 'Сечения'), 2);
  const [[u1], [u2]] = BALLS_MM;
  const at = (u: number) =>
    brightCentre(page, [10 + 62 + u - 4, 18 + 5 + 6, 10 + 62 + u + 4, 18 + 5 + 26])[0];
  expect(Math.abs(at(u2) - at(u1) - (u2 - u1))).toBeLessThan(0.2);
});

test('a wide picture gets a sheet in landscape, and the cross-reference table of the PDF is correct', async () => {
  expect(sheetFor(60, 40)).toEqual({ isLandscape: false, spaceMm: [190, 257] });
  expect(sheetFor(230, 90)).toEqual({ isLandscape: true, spaceMm: [277, 170] });
  const pdf = Buffer.from(writePdf([trueSizePage(await white(230, 90), await white(100, 8))], 'Панорама'));
  const text = pdf.toString('latin1');
  const start = Number(/startxref\n(\d+)/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe('xref');
  const offsets = [...text.slice(start).matchAll(/(\d{10}) 00000 n/g)].map(([, offset]) => Number(offset));
  offsets.forEach((offset, at) => expect(text.slice(offset)).toMatch(new RegExp(`^${at + 1} 0 obj`)));
});

test('the file name of a sheet states the scale in words, without characters that file systems replace', () => {
  expect(trueSizeName('КЛКТ (3D), 24.11.2026, Сечения')).toBe(
    'КЛКТ (3D), 24.11.2026, Сечения, масштаб 1 к 1.pdf',
  );
});
