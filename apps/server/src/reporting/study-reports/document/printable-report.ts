import { printed, printedLine } from './clean-text.ts';
import type { SealedReportInput } from './input.ts';

/** Replaces characters that the fonts lack: PDF/A forbids the empty glyph of a font. */
const NOT_IN_FONT = '\ufffd';
/** Fields whose line breaks are kept. */
const OF_SEVERAL_LINES = ['text', 'question', 'conclusion'];

interface WithFont {
  _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } };
}

type Texts = Omit<SealedReportInput, 'centre' | 'pictures'> & {
  centre: Omit<SealedReportInput['centre'], 'logo'>;
  pictures: { caption: string }[];
  sealedBy: string;
};

/** The same report with all texts in a form that can be printed. */
export const printableReport = (
  pdf: PDFKit.PDFDocument,
  { centre: { logo: _logo, ...centre }, pictures, ...report }: SealedReportInput & { sealedBy: string },
): Texts => {
  const fonts = ['bold', 'regular'].map((name) => (pdf.font(name) as unknown as WithFont)._font.font);
  const isInFonts = (character: string) =>
    character === '\n' || fonts.every((font) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
  const withFonts = (text: string) =>
    [...text].map((character) => (isInFonts(character) ? character : NOT_IN_FONT)).join('');
  const change = (value: unknown, field: string): unknown => {
    if (typeof value === 'string')
      return withFonts(OF_SEVERAL_LINES.includes(field) ? printed(value) : printedLine(value));
    if (Array.isArray(value)) return value.map((item) => change(item, field));
    if (value === null || typeof value !== 'object' || value instanceof Date) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(inner, name)]));
  };
  const oneLine = { ...centre, hours: centre.hours.replaceAll(/\n+/g, ', ') };
  return change(
    { ...report, centre: oneLine, pictures: pictures.map(({ caption }) => ({ caption })) },
    '',
  ) as Texts;
};
