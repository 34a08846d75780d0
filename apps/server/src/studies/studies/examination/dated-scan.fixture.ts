import { TAG } from '@snimok/imaging/dicom/elements/tags';
import type { FileToSend } from '../../../testing/scans/sending.ts';

const VRS = {
  studyDate: 'DA',
  seriesDate: 'DA',
  acquisitionDate: 'DA',
  acquisitionDateTime: 'DT',
  studyTime: 'TM',
  seriesTime: 'TM',
  acquisitionTime: 'TM',
  timezoneOffsetFromUTC: 'SH',
} as const;

/** The texts of the attributes that date an image. */
export type Dates = Partial<Record<keyof typeof VRS, string>>;

/** Tag and VR of an element in explicit little endian. */
const beginOf = (tag: number, vr: string): Buffer => {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16LE(tag >>> 16, 0);
  bytes.writeUInt16LE(tag & 0xffff, 2);
  bytes.write(vr, 4, 'latin1');
  return bytes;
};

const elementOf = (tag: number, vr: string, text: string): Buffer => {
  const value = Buffer.from(text.length % 2 === 0 ? text : `${text} `, 'latin1');
  const length = Buffer.alloc(2);
  length.writeUInt16LE(value.length);
  return Buffer.concat([beginOf(tag, vr), length, value]);
};

const without = (bytes: Buffer, tag: number, vr: string): Buffer => {
  const at = bytes.indexOf(beginOf(tag, vr));
  if (at < 0) return bytes;
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 8 + bytes.readUInt16LE(at + 6))]);
};

/** The same DICOM file with these dates and no others. */
export const dated = ({ filename, bytes }: FileToSend, dates: Dates): FileToSend => {
  const all = Object.entries(VRS) as [keyof typeof VRS, string][];
  const undated = all.reduce<Buffer>((left, [name, vr]) => without(left, TAG[name], vr), Buffer.from(bytes));
  const at = undated.indexOf(beginOf(TAG.modality, 'CS'));
  const elements = all.flatMap(([name, vr]) => {
    const text = dates[name];
    return text === undefined ? [] : [elementOf(TAG[name], vr, text)];
  });
  return { filename, bytes: Buffer.concat([undated.subarray(0, at), ...elements, undated.subarray(at)]) };
};
