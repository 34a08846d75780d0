/** Positions and lengths are in millimetres from the upper left corner of the page. */
export interface PlacedJpeg {
  kind: 'jpeg';
  bytes: Uint8Array;
  /** of the picture in pixels */
  size: readonly [width: number, height: number];
  leftMm: number;
  topMm: number;
  widthMm: number;
  heightMm: number;
}

interface Line {
  kind: 'line';
  from: readonly [xMm: number, yMm: number];
  to: readonly [xMm: number, yMm: number];
  widthMm: number;
}

export interface PdfPage {
  widthMm: number;
  heightMm: number;
  items: readonly (PlacedJpeg | Line)[];
}

/** A user space unit of PDF is 1/72 inch (ISO 32000-1, 8.3.2.3). */
const POINTS_PER_MM = 72 / 25.4;
const points = (mm: number): string => String(Number((mm * POINTS_PER_MM).toFixed(4)));

/**
 * A PDF 1.7 document (ISO 32000-1) of pages with baseline JPEGs in three components and black lines. Programs that
 * print it are asked not to scale it (table 150, PrintScaling).
 */
export function writePdf(pages: readonly PdfPage[], title: string): Uint8Array<ArrayBuffer> {
  const objects: Uint8Array[] = [];
  const add = (...parts: (string | Uint8Array)[]): number => objects.push(joined(parts));
  add('<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None /DisplayDocTitle true >> >>');
  add('');
  add(`<< /Title ${textString(title)} /Producer (Snimok) >>`);
  const kids = pages.map((page) => {
    const jpegs = page.items.filter((item) => item.kind === 'jpeg');
    const names = jpegs.map((jpeg, at) => `/P${at} ${add(...imageOf(jpeg))} 0 R`);
    const content = contentOf(page);
    const stream = add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`);
    const box = `[0 0 ${points(page.widthMm)} ${points(page.heightMm)}]`;
    const resources = `<< /XObject << ${names.join(' ')} >> >>`;
    return add(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${box} /Resources ${resources} /Contents ${stream} 0 R >>`,
    );
  });
  const list = kids.map((kid) => `${kid} 0 R`).join(' ');
  objects[1] = joined([`<< /Type /Pages /Kids [${list}] /Count ${kids.length} >>`]);
  return assembled(objects);
}

function imageOf({ bytes, size: [width, height] }: PlacedJpeg): (string | Uint8Array)[] {
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height}`;
  const coding = '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode';
  return [`<< ${entries} ${coding} /Length ${bytes.length} >>\nstream\n`, bytes, '\nendstream'];
}

/** The y axis of PDF points up. */
function contentOf({ heightMm, items }: PdfPage): string {
  let jpegs = 0;
  return items
    .map((item) => {
      if (item.kind === 'line') {
        const [x1, y1, x2, y2] = [...item.from, ...item.to].map((mm, at) =>
          points(at % 2 ? heightMm - mm : mm),
        );
        return `${points(item.widthMm)} w ${x1} ${y1} m ${x2} ${y2} l S`;
      }
      const { leftMm, topMm, widthMm, heightMm: high } = item;
      const scale = `${points(widthMm)} 0 0 ${points(high)}`;
      return `q ${scale} ${points(leftMm)} ${points(heightMm - topMm - high)} cm /P${jpegs++} Do Q`;
    })
    .join('\n');
}

/** In UTF-16 with a byte order mark (7.9.2.2), as hexadecimal digits. */
const textString = (text: string): string =>
  `<FEFF${Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('')}>`;

const UTF8 = new TextEncoder();

function joined(parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const bytes = parts.map((part) => (typeof part === 'string' ? UTF8.encode(part) : part));
  const whole = new Uint8Array(bytes.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Header, objects, cross-reference table and trailer (7.5). */
function assembled(objects: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const parts: (string | Uint8Array)[] = ['%PDF-1.7\n', Uint8Array.of(0x25, 0xe2, 0xe3, 0xcf, 0xd3, 0x0a)];
  let length = 15;
  const offsets = objects.map((object, at) => {
    const head = `${at + 1} 0 obj\n`;
    const offset = length;
    parts.push(head, object, '\nendobj\n');
    length += head.length + object.length + 8;
    return offset;
  });
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const count = objects.length + 1;
  parts.push(
    `xref\n0 ${count}\n0000000000 65535 f \n${rows}`,
    `trailer\n<< /Size ${count} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${length}\n%%EOF\n`,
  );
  return joined(parts);
}
