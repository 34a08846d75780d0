import { TRANSFER_SYNTAXES } from '@snimok/imaging/dicom/elements/transfer-syntax';
import type { Random } from './random.ts';

/** Value representations (PS3.5, 6.2), and two that do not exist. */
const VRS =
  'AE AS AT CS DA DS DT FL FD IS LO LT OB OD OF OL OV OW PN SH SL SQ SS ST SV TM UC UI UL UN UR US UT UV XX \0\0'.split(
    ' ',
  );
/** Value representations with a length of 32 bits (PS3.5, 7.1.2). */
const LONG = new Set('OB OD OF OL OV OW SQ SV UC UN UR UT UV'.split(' '));
const SYNTAXES = [...TRANSFER_SYNTAXES.map(({ uid }) => uid), '1.2.3'];
/** Tags that the portal interprets: identity, geometry, pixels, functional groups, lookup tables. */
const TAGS = [
  0x00080005, 0x00080016, 0x00080018, 0x00080060, 0x00100010, 0x00100020, 0x00100030, 0x00180050, 0x0020000d,
  0x0020000e, 0x00200013, 0x00200032, 0x00200037, 0x00280002, 0x00280004, 0x00280006, 0x00280008, 0x00280010,
  0x00280011, 0x00280030, 0x00280100, 0x00280101, 0x00280102, 0x00280103, 0x00281050, 0x00281051, 0x00281052,
  0x00281053, 0x00281101, 0x00281201, 0x00283000, 0x00283010, 0x52009229, 0x52009230, 0x7fe00010,
];
const MAX_DEPTH = 40;

const even = (bytes: Buffer): Buffer => (bytes.length % 2 ? Buffer.concat([bytes, Buffer.of(0)]) : bytes);

const element = (tag: number, vr: string, value: Buffer, claimed = value.length): Buffer => {
  const isLong = LONG.has(vr);
  const head = Buffer.alloc(isLong ? 12 : 8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.write(vr, 4, 2, 'latin1');
  if (isLong) head.writeUInt32LE(claimed >>> 0, 8);
  else head.writeUInt16LE(claimed & 0xffff, 6);
  return Buffer.concat([head, value]);
};

const item = (content: Buffer, claimed = content.length): Buffer => {
  const head = Buffer.from([0xfe, 0xff, 0x00, 0xe0, 0, 0, 0, 0]);
  head.writeUInt32LE(claimed >>> 0, 4);
  return Buffer.concat([head, content]);
};

const valueOf = (vr: string, random: Random): Buffer => {
  if (['US', 'SS'].includes(vr)) {
    const value = Buffer.alloc(2);
    value.writeUInt16LE(random.pick([0, 1, 8, 12, 16, 64, 512, 0x7fff, 0xffff]));
    return value;
  }
  if (['DS', 'IS'].includes(vr)) {
    const number = () =>
      random.pick(['0', '1', '-1', '1e308', '0.5', 'NaN', '99999999999', '1\\2', ' ', '1e-400']);
    return even(Buffer.from(Array.from({ length: 1 + random.int(6) }, number).join('\\')));
  }
  if (vr === 'UI')
    return even(
      Buffer.from(random.pick(['2.25.1', '1.2.840.10008.5.1.4.1.1.2', '', '1..2', '9'.repeat(90)])),
    );
  return even(random.bytes(random.int(48)));
};

const sequence = (random: Random, depth: number): Buffer => {
  const isUndefined = random.chance(0.5);
  const items = Array.from({ length: random.int(3) }, () => {
    const content = dataSet(random, depth + 1);
    return isUndefined && random.chance(0.5)
      ? Buffer.concat([item(content, 0xffffffff), Buffer.from([0xfe, 0xff, 0x0d, 0xe0, 0, 0, 0, 0])])
      : item(content, random.chance(0.1) ? random.int(2 ** 31) : content.length);
  });
  const end = isUndefined && random.chance(0.9) ? [Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0])] : [];
  return Buffer.concat([...items, ...end]);
};

const dataSet = (random: Random, depth = 0): Buffer => {
  const tags = Array.from({ length: random.int(depth === 0 ? 40 : 4) }, () =>
    random.chance(0.8) ? random.pick(TAGS) : random.int(2 ** 31),
  );
  if (random.chance(0.9)) tags.sort((one, other) => one - other);
  return Buffer.concat(
    tags.map((tag) => {
      const vr = random.pick(VRS);
      if (vr === 'SQ' && depth < MAX_DEPTH) {
        const content = sequence(random, depth);
        return element(tag, vr, content, random.chance(0.5) ? 0xffffffff : content.length);
      }
      const value = valueOf(vr, random);
      return element(tag, vr, value, random.chance(0.05) ? random.int(2 ** 32) : value.length);
    }),
  );
};

/** Rows × columns of 8 or 16 bits, whose pixel data may be shorter, longer or encapsulated. */
const image = (random: Random): Buffer => {
  const rows = random.pick([1, 7, 64, 65535]);
  const columns = random.pick([1, 8, 64, 65535]);
  const bits = random.pick([1, 8, 16, 32]);
  const us = (tag: number, value: number) => {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16LE(value);
    return element(tag, 'US', bytes);
  };
  const pixels = random.bytes(random.pick([0, 1, 64, 4096, 8192]));
  const isEncapsulated = random.chance(0.4);
  const pixelData = isEncapsulated
    ? element(
        0x7fe00010,
        'OB',
        Buffer.concat([
          item(random.bytes(random.pick([0, 4, 8]))),
          item(pixels),
          Buffer.from([0xfe, 0xff, 0xdd, 0xe0, 0, 0, 0, 0]),
        ]),
        0xffffffff,
      )
    : element(0x7fe00010, 'OW', pixels);
  return Buffer.concat([
    us(0x00280002, random.pick([1, 3])),
    element(
      0x00280004,
      'CS',
      Buffer.from(random.pick(['MONOCHROME2 ', 'MONOCHROME1 ', 'RGB ', 'PALETTE COLOR ', 'YBR_FULL_422'])),
    ),
    element(0x00280008, 'IS', Buffer.from(random.pick(['1 ', '3 ', '99999999']))),
    us(0x00280010, rows),
    us(0x00280011, columns),
    us(0x00280100, bits),
    us(0x00280101, bits),
    us(0x00280102, bits - 1),
    us(0x00280103, random.int(2)),
    pixelData,
  ]);
};

/** A Part 10 file (PS3.10, 7.1) with a random data set. */
export const dicomFile = (random: Random): Buffer => {
  const syntax = even(Buffer.from(random.pick(SYNTAXES)));
  const meta = Buffer.concat([
    element(0x00020002, 'UI', Buffer.from('1.2.840.10008.5.1.4.1.1.2\0')),
    element(0x00020003, 'UI', Buffer.from('2.25.1\0\0')),
    element(0x00020010, 'UI', syntax),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(meta.length);
  return Buffer.concat([
    Buffer.alloc(128),
    Buffer.from('DICM'),
    element(0x00020000, 'UL', length),
    meta,
    element(0x00080018, 'UI', Buffer.from('2.25.1\0\0')),
    dataSet(random),
    ...(random.chance(0.6) ? [image(random)] : []),
  ]);
};
