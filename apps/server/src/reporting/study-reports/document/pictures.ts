import sharp from 'sharp';
import { INK, MARGIN, QUIET } from '../../../platform/pdf-documents/page-style.ts';
import type { ReportImage } from './input.ts';

/** Which picture cannot be read: its position from 1, or the centre's logo. */
export class UnreadablePicture extends Error {
  readonly which: number | 'logo';
  constructor(which: number | 'logo', cause: unknown) {
    super('a picture of the report cannot be read', { cause });
    this.which = which;
  }
}

export interface PagePicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** 64 megapixels; a key picture of a screen has at most 9 megapixels. */
const MAX_PIXELS = 64_000_000;
/** 300 dpi on the width of a page; more pixels are not visible on paper. */
const MAX_SIDE = 2_600;
const EMBEDDED_AS_THEY_ARE = ['srgb', 'b-w'];

/**
 * Decodes a picture completely, so that a broken one is found before signing. Returns what is embedded: a JPEG in grey or RGB
 * unchanged, any other picture in the colours of PDF/A's output intent and without transparency.
 */
export const readPicture = async (
  { bytes }: ReportImage,
  which: number | 'logo',
  background: string,
): Promise<PagePicture> => {
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'truncated' });
  try {
    const { format, space, orientation, width, height } = await open().metadata();
    const fits = Math.max(width, height) <= MAX_SIDE;
    const isUpright = orientation === undefined || orientation === 1;
    if (format === 'jpeg' && EMBEDDED_AS_THEY_ARE.includes(space) && fits && isUpright) {
      await open().stats();
      return { bytes: Buffer.from(bytes), width, height };
    }
    const size = { width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true } as const;
    const shown = open().autoOrient().flatten({ background }).resize(size).toColourspace('srgb');
    const packed = format === 'png' ? shown.png() : shown.jpeg({ quality: 92 });
    const { data, info } = await packed.toBuffer({ resolveWithObject: true });
    return { bytes: data, width: info.width, height: info.height };
  } catch (cause) {
    throw new UnreadablePicture(which, cause);
  }
};

/**
 * A picture with a greater ratio of width to height has the whole width of the page; other pictures are placed two
 * in a row.
 */
const WIDE = 1.5;
const GAP = 14;
const MAX_HEIGHT = 330;
/** In points. A larger pixel means less than 72 dpi, which is not readable. */
const LARGEST_PIXEL = 1;
const CAPTION_SIZE = 8;

type Captioned = PagePicture & { caption: string };

/** A very long caption continues on the next page. */
const MAX_CAPTION = 80;

const measureRow = (pdf: PDFKit.PDFDocument, row: readonly Captioned[]) => {
  const width = pdf.page.width - 2 * MARGIN;
  const cellWidth = row.some(isWide) ? width : (width - GAP) / 2;
  const sizes = row.map((picture) => sizeOf(picture, cellWidth));
  pdf.font('regular').fontSize(CAPTION_SIZE);
  const captions = row.map(({ caption }) => pdf.heightOfString(caption || ' ', { width: cellWidth }));
  const pictureHeight = Math.max(...sizes.map(({ height }) => height));
  return {
    cellWidth,
    sizes,
    pictureHeight,
    height: pictureHeight + Math.min(Math.max(...captions), MAX_CAPTION) + 6,
  };
};

export const heightOfFirstRow = (pdf: PDFKit.PDFDocument, pictures: readonly Captioned[]): number =>
  rowsOf(pictures)
    .slice(0, 1)
    .reduce((_, row) => measureRow(pdf, row).height, 0);

/** Writes the pictures. A picture and its caption are on the same page. */
export const writePictures = (pdf: PDFKit.PDFDocument, pictures: readonly Captioned[]): void => {
  for (const row of rowsOf(pictures)) {
    const { cellWidth, sizes, pictureHeight, height } = measureRow(pdf, row);
    if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage();
    const top = pdf.y;
    const firstPage = pdf.page;
    const ends = row.map((picture, column) => {
      const left = MARGIN + column * (cellWidth + GAP);
      if (pdf.page === firstPage) placePicture(pdf, picture, { left, top, ...sizes[column]! });
      pdf.font('regular').fontSize(CAPTION_SIZE).fillColor(QUIET);
      pdf.text(picture.caption, left, top + pictureHeight + 4, { width: cellWidth });
      return pdf.y;
    });
    pdf.x = MARGIN;
    pdf.y = Math.max(...ends) + 10;
  }
  pdf.fillColor(INK);
};

const isWide = ({ width, height }: PagePicture) => width / height > WIDE;

/** Groups the pictures into rows in their order: a wide picture alone, others in pairs. */
const rowsOf = (pictures: readonly Captioned[]): Captioned[][] => {
  const rows: Captioned[][] = [];
  for (const picture of pictures) {
    const last = rows.at(-1);
    if (last?.length === 1 && !isWide(last[0]!) && !isWide(picture)) last.push(picture);
    else rows.push([picture]);
  }
  return rows;
};

const sizeOf = ({ width, height }: PagePicture, cellWidth: number) => {
  const scale = Math.min(cellWidth / width, MAX_HEIGHT / height, LARGEST_PIXEL);
  return { width: width * scale, height: height * scale };
};

const placePicture = (
  pdf: PDFKit.PDFDocument,
  { bytes }: PagePicture,
  { left, top, width, height }: { left: number; top: number; width: number; height: number },
): void => {
  pdf.image(bytes, left, top, { width, height });
};
