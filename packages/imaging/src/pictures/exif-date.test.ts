import { expect, test } from 'vitest';
import { readExifDate } from './exif-date.ts';

const TAKEN = { day: '2026-11-21', time: '13:40', offset: 420 };

/** An Exif segment with these texts of DateTimeOriginal and OffsetTimeOriginal. */
const segment = (moment: string, offset: string, little = true): Uint8Array => {
  const view = new DataView(new ArrayBuffer(128));
  const field = (at: number, tag: number, type: number, count: number, value: number) => {
    view.setUint16(at, tag, little);
    view.setUint16(at + 2, type, little);
    view.setUint32(at + 4, count, little);
    view.setUint32(at + 8, value, little);
  };
  const write = (at: number, text: string) =>
    [...text].forEach((letter, n) => view.setUint8(at + n, letter.charCodeAt(0)));
  view.setUint16(0, little ? 0x4949 : 0x4d4d);
  view.setUint16(2, 42, little);
  view.setUint32(4, 8, little);
  view.setUint16(8, 1, little);
  field(10, 0x8769, 4, 1, 26);
  view.setUint16(26, 2, little);
  field(28, 0x9003, 2, moment.length + 1, 64);
  field(40, 0x9011, 2, offset.length + 1, 96);
  write(64, moment);
  write(96, offset);
  return new Uint8Array(view.buffer);
};

test('a photograph is dated by DateTimeOriginal if its zone is known, in both byte orders', () => {
  for (const little of [true, false])
    expect(readExifDate(segment('2026:11:21 13:40:59', '+07:00', little))).toEqual(TAKEN);
  const identified = Buffer.concat([Buffer.from('Exif\0\0'), segment('2026:11:21 13:40:59', '-03:30')]);
  expect(readExifDate(identified)).toEqual({ ...TAKEN, offset: -210 });
});

test('a photograph without a zone, with blank or malformed texts has no date', () => {
  for (const [moment, offset] of [
    ['2026:11:21 13:40:59', ''],
    ['    :  :     :  :  ', '+07:00'],
    ['2026-11-21 13:40:59', '+07:00'],
    ['2026:11:21 13:40:59', '+7'],
    ['2026:11:21 13:40:59 and more text than fits', '+07:00'],
  ] as const)
    expect([moment, readExifDate(segment(moment, offset))]).toEqual([moment, null]);
});

test('a damaged segment has no date and does no harm', () => {
  const whole = segment('2026:11:21 13:40:59', '+07:00');
  for (let length = 0; length < 96; length += 1) expect(readExifDate(whole.slice(0, length))).toBeNull();
  for (let at = 0; at < whole.length; at += 1) {
    const damaged = whole.slice();
    damaged[at] = 0xff;
    expect(() => readExifDate(damaged)).not.toThrow();
  }
});
