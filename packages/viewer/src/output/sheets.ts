import type { PdfPage, PlacedJpeg } from './pdf.ts';

/** A picture at true size. */
export interface SheetPicture {
  bytes: Uint8Array;
  size: readonly [width: number, height: number];
  widthMm: number;
  heightMm: number;
}

interface LabelledPicture extends SheetPicture {
  /** the text above it, as a picture */
  label: SheetPicture;
}

const A4_MM = [210, 297] as const;
const MARGIN_MM = 10;
const GAP_MM = 2;
/** Space for the caption at the top and for the ruler at the bottom of a sheet. */
const CAPTION_MM = 8;
const RULER_MM = 12;

/** The largest picture of a sheet in this orientation. */
const spaceOn = (isLandscape: boolean): readonly [number, number] => {
  const [width, height] = isLandscape ? [A4_MM[1], A4_MM[0]] : A4_MM;
  return [width - 2 * MARGIN_MM, height - 2 * MARGIN_MM - CAPTION_MM - RULER_MM];
};

/** Whether a picture needs a sheet on its side, and the largest size that is printed. */
export function sheetFor(widthMm: number, heightMm: number) {
  const isLandscape = widthMm > spaceOn(false)[0] && widthMm > heightMm;
  return { isLandscape, spaceMm: spaceOn(isLandscape) };
}

const placed = (
  { bytes, size, widthMm, heightMm }: SheetPicture,
  leftMm: number,
  topMm: number,
): PlacedJpeg => ({
  kind: 'jpeg',
  bytes,
  size,
  widthMm,
  heightMm,
  leftMm,
  topMm,
});

const pageOf = (isLandscape: boolean, caption: SheetPicture, items: PdfPage['items']): PdfPage => {
  const [widthMm, heightMm] = isLandscape ? [A4_MM[1], A4_MM[0]] : A4_MM;
  return {
    widthMm,
    heightMm,
    items: [placed(caption, MARGIN_MM, MARGIN_MM), ...items, ...ruler(heightMm - MARGIN_MM)],
  };
};

/** One picture at true size with its caption above and a ruler below. */
export function trueSizePage(picture: SheetPicture, caption: SheetPicture): PdfPage {
  const { isLandscape, spaceMm } = sheetFor(picture.widthMm, picture.heightMm);
  const left = MARGIN_MM + (spaceMm[0] - picture.widthMm) / 2;
  return pageOf(isLandscape, caption, [placed(picture, left, MARGIN_MM + CAPTION_MM)]);
}

/** Cross-sections at true size, in rows on as many sheets as needed. All have the same size. */
export function sectionPages(sections: readonly LabelledPicture[], caption: SheetPicture): PdfPage[] {
  const [first] = sections;
  if (!first) return [];
  const [spaceWidth, spaceHeight] = spaceOn(false);
  const highMm = first.label.heightMm + first.heightMm;
  const columns = Math.max(1, Math.floor((spaceWidth + GAP_MM) / (first.widthMm + GAP_MM)));
  const rows = Math.max(1, Math.floor((spaceHeight + GAP_MM) / (highMm + GAP_MM)));
  const perPage = columns * rows;
  return Array.from({ length: Math.ceil(sections.length / perPage) }, (_, page) =>
    pageOf(
      false,
      caption,
      sections.slice(page * perPage, (page + 1) * perPage).flatMap((section, at) => {
        const left = MARGIN_MM + (at % columns) * (section.widthMm + GAP_MM);
        const top = MARGIN_MM + CAPTION_MM + Math.floor(at / columns) * (highMm + GAP_MM);
        return [placed(section.label, left, top), placed(section, left, top + section.label.heightMm)];
      }),
    ),
  );
}

const RULER_LENGTH_MM = 100;

/** A ruler of 100 mm at the left margin, to check that the printer has not scaled the sheet. */
function ruler(bottomMm: number): PdfPage['items'] {
  const line = (from: readonly [number, number], to: readonly [number, number]) =>
    ({ kind: 'line', from, to, widthMm: 0.2 }) as const;
  const ticks = Array.from({ length: RULER_LENGTH_MM + 1 }, (_, mm) => {
    const length = mm % 10 === 0 ? 5 : mm % 5 === 0 ? 3.5 : 2;
    return line([MARGIN_MM + mm, bottomMm], [MARGIN_MM + mm, bottomMm - length]);
  });
  return [line([MARGIN_MM, bottomMm], [MARGIN_MM + RULER_LENGTH_MM, bottomMm]), ...ticks];
}
