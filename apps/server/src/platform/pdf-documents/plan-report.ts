import { type PlannedImplant, productName } from '@snimok/contract/viewing/planning';
import type { z } from 'zod';
import type { CentreIdentity } from '../letterhead/letterhead.ts';
import { russianDay } from '../time-and-sizes/calendar.ts';
import { openDocument, writeFooters, writeHeading } from './document.ts';
import { writeFacts } from './facts.ts';
import { INK, MARGIN, QUIET, TEAL } from './page-style.ts';

type Implant = z.output<typeof PlannedImplant>;
type Picture = NonNullable<Implant['picture']>;

export interface PlanFacts {
  centre: CentreIdentity | null;
  patientName: string;
  /** YYYY-MM-DD; null where it is unknown, and for the recipient of a share */
  birthday: string | null;
  /** the fact that dates the study, with its label */
  studyDate: [label: string, value: string];
  implants: Implant[];
  panorama: Picture | null;
  hasUncheckedCanal: boolean;
  sleeveMm: number;
  warnMm: number;
  /** null for the recipient of a share, whose name is unknown */
  author: string | null;
  timeZone: string;
  now: Date;
}

const POINTS_PER_MM = 72 / 25.4;
const WARNING = '#c92a2a';
const GREY_VALUES =
  'Плотность указана в серых значениях КЛКТ. Они не являются единицами Хаунсфилда и сравнимы только в пределах одного снимка.';
const UNCHECKED_CANAL =
  'Нижнечелюстной канал, показанный прерывистой линией, найден автоматически и врачом не проверен.';

/** The plan of a study as a PDF: a table of the implants, the panorama, and each implant with its cross-section. */
export const writePlanReport = async (plan: PlanFacts): Promise<Buffer> => {
  const {
    centre,
    patientName,
    birthday,
    studyDate,
    implants,
    panorama,
    hasUncheckedCanal,
    sleeveMm,
    warnMm,
    author,
    timeZone,
    now,
  } = plan;
  const day = (instant: Date) => instant.toLocaleDateString('ru-RU', { timeZone });
  const title = 'План имплантации';
  const { pdf, close } = openDocument(title, now, { author: centre?.name });
  writeHeading(pdf, [], title, centre);
  pdf.font('bold').fontSize(17).fillColor(INK).text(patientName);
  pdf.moveDown(0.5);
  writeFacts(pdf, [
    ...(birthday ? [['Дата рождения', russianDay(birthday)] as [string, string]] : []),
    studyDate,
    ['Имплантатов', String(implants.length)],
    ['Зона безопасности вокруг имплантата', sleeveMm === 0 ? 'не показана' : inMm(sleeveMm)],
    ['Предупреждение о расстоянии', warnMm === 0 ? 'выключено' : `менее ${inMm(warnMm)}`],
  ]);
  pdf.moveDown(0.4);
  writeTable(pdf, implants, warnMm);
  if (panorama) writePanorama(pdf, panorama);
  if (hasUncheckedCanal)
    pdf.font('bold').fontSize(9).fillColor(WARNING).text(UNCHECKED_CANAL, MARGIN).moveDown(0.5);
  pdf.font('regular').fontSize(8).fillColor(QUIET).text(GREY_VALUES, MARGIN);
  pdf.moveDown(1);
  implants.forEach((implant, at) => writeImplant(pdf, implant, at + 1, warnMm));
  const by = author ? `, ${author}` : '';
  writeFooters(pdf, `План составлен ${day(now)}${by}. Решение о лечении принимает врач.`);
  return close();
};

const decimal = new Intl.NumberFormat('ru-RU', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const inMm = (mm: number) => `${decimal.format(mm)} мм`;
const grey = (value: number | undefined) => (value === undefined ? '—' : String(Math.round(value)));
const distance = (mm: number | null) => (mm === null ? '—' : mm === 0 ? 'пересекает' : inMm(mm));
const productOf = ({ product }: Implant) => (product ? productName(product) : 'Без названия');
const toothOf = ({ tooth, isToothEntered }: Implant) =>
  tooth ? `${isToothEntered ? '' : '≈ '}${tooth}` : '—';
/** Names the tooth as well, because a number alone would be read as a tooth. */
const sectionOf = (implant: Implant) => {
  if (implant.section === null) return '';
  return `Сечение № ${implant.section}${implant.tooth ? `, зуб ${toothOf(implant)}` : ''}. `;
};
const sizeOf = ({ diameterMm, lengthMm }: Implant) => `Ø ${decimal.format(diameterMm)} × ${inMm(lengthMm)}`;
const isNear = (mm: number | null, warnMm: number) => mm !== null && mm < warnMm;

/** Shares of the width. */
const COLUMNS = [
  { title: '№', share: 0.05 },
  { title: 'Зуб', share: 0.09 },
  { title: 'Имплантат', share: 0.25 },
  { title: 'Размер', share: 0.18 },
  { title: 'До канала', share: 0.14 },
  { title: 'До соседнего имплантата', share: 0.16 },
  { title: 'Плотность', share: 0.13 },
] as const;
const PADDING = 4;

const writeTable = (pdf: PDFKit.PDFDocument, implants: Implant[], warnMm: number): void => {
  writeRow(
    pdf,
    COLUMNS.map(({ title }) => ({ text: title, color: QUIET, font: 'regular' })),
  );
  implants.forEach((implant, at) => {
    const near = (mm: number | null) => ({
      text: distance(mm),
      color: isNear(mm, warnMm) ? WARNING : INK,
      font: isNear(mm, warnMm) ? 'bold' : 'regular',
    });
    const measured = implant.thirds.filter((third) => third !== null);
    const mean = measured.reduce((sum, third) => sum + third.mean, 0) / measured.length;
    const plain = (text: string) => ({ text, color: INK, font: 'regular' });
    writeRow(pdf, [
      plain(String(at + 1)),
      plain(toothOf(implant)),
      plain(productOf(implant)),
      plain(sizeOf(implant)),
      near(implant.canalMm),
      near(implant.implantMm),
      plain(measured.length > 0 ? grey(mean) : '—'),
    ]);
  });
  pdf.x = MARGIN;
  pdf.y += 12;
};

interface Cell {
  text: string;
  color: string;
  font: string;
}

/** Writes one row with a rule below; on the next page if this one is full. */
const writeRow = (pdf: PDFKit.PDFDocument, cells: readonly Cell[]): void => {
  const width = pdf.page.width - 2 * MARGIN;
  const widths = COLUMNS.map(({ share }) => share * width - PADDING);
  pdf.fontSize(9);
  const height = Math.max(
    ...cells.map(({ text, font }, at) => pdf.font(font).heightOfString(text, { width: widths[at]! })),
  );
  if (pdf.y + height + 2 * PADDING > pdf.page.height - MARGIN) pdf.addPage();
  const top = pdf.y + PADDING;
  let x = MARGIN;
  cells.forEach(({ text, color, font }, at) => {
    pdf.font(font).fillColor(color).text(text, x, top, { width: widths[at]! });
    x += widths[at]! + PADDING;
  });
  const bottom = top + height + PADDING;
  pdf
    .moveTo(MARGIN, bottom)
    .lineTo(MARGIN + width, bottom)
    .lineWidth(0.5)
    .strokeColor('#d5dde0')
    .stroke();
  pdf.x = MARGIN;
  pdf.y = bottom;
};

const bytesOf = ({ jpeg }: Picture) => Buffer.from(jpeg, 'base64');

/** Writes the panorama as wide as the page allows. */
const writePanorama = (pdf: PDFKit.PDFDocument, picture: Picture): void => {
  const width = pdf.page.width - 2 * MARGIN;
  const height = (width * picture.heightMm) / picture.widthMm;
  if (pdf.y + height + 20 > pdf.page.height - MARGIN) pdf.addPage();
  const top = pdf.y;
  pdf.image(bytesOf(picture), MARGIN, top, { width, height });
  pdf.x = MARGIN;
  pdf.y = top + height + 10;
};

/** Sections are printed at twice their size, so that 60 mm on paper are 30 mm. */
const SECTION_SCALE = 2;
const GAP = 18;

/** The cross-section at the left, at a stated scale; beside it the measurements. */
const writeImplant = (pdf: PDFKit.PDFDocument, implant: Implant, number: number, warnMm: number): void => {
  const { picture, thirds, canalMm, implantMm } = implant;
  const scale = SECTION_SCALE * POINTS_PER_MM;
  const [width, height] = picture ? [picture.widthMm * scale, picture.heightMm * scale] : [0, 120];
  if (pdf.y + height + 16 > pdf.page.height - MARGIN) pdf.addPage();
  const top = pdf.y;
  if (picture) pdf.image(bytesOf(picture), MARGIN, top, { width, height });
  const left = MARGIN + (picture ? width + GAP : 0);
  const space = { width: pdf.page.width - MARGIN - left };
  pdf
    .font('bold')
    .fontSize(11)
    .fillColor(TEAL)
    .text(`Имплантат ${number}${implant.tooth ? `, зуб ${toothOf(implant)}` : ''}`, left, top, space);
  pdf
    .font('regular')
    .fontSize(10)
    .fillColor(INK)
    .text(`${productOf(implant)}, ${sizeOf(implant)}`, space);
  pdf.moveDown(0.5);
  const line = (label: string, mm: number | null) => {
    const isWarned = isNear(mm, warnMm);
    pdf.font(isWarned ? 'bold' : 'regular').fillColor(isWarned ? WARNING : INK);
    pdf.text(`${label}: ${distance(mm)}${isWarned ? ` (менее ${inMm(warnMm)})` : ''}`, space);
  };
  line('До канала', canalMm);
  line('До соседнего имплантата', implantMm);
  pdf.moveDown(0.5).font('regular').fillColor(INK);
  pdf.text('Плотность, средняя и наименьшая:', space);
  const names = ['у шейки', 'в середине', 'у верхушки'];
  thirds.forEach((third, at) =>
    pdf.text(`${names[at]}: ${grey(third?.mean)}, ${grey(third?.min)}`, left + 10, pdf.y, {
      width: space.width - 10,
    }),
  );
  pdf.moveDown(0.5).fontSize(8).fillColor(QUIET);
  if (picture) pdf.text(`${sectionOf(implant)}Масштаб ${SECTION_SCALE} : 1. Щека слева.`, left, pdf.y, space);
  pdf.x = MARGIN;
  pdf.y = Math.max(top + height, pdf.y) + 16;
};
