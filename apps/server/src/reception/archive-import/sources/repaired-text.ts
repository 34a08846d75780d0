import { textDecoder } from '@snimok/imaging/dicom/elements/character-sets';

const decodeGuessed = textDecoder([], () => {});

/**
 * Repairs text that an archive has read as Latin although it is windows-1251 or UTF-8, because the files state no character set:
 * «Èâàíîâ» becomes «Иванов». Other text is not changed.
 */
export const repairedText = (text: string): string => {
  if (!/^[\u0001-\u00ff]*$/.test(text) || !/[\u0080-\u00ff]/.test(text)) return text;
  return decodeGuessed(Buffer.from(text, 'latin1'));
};

/**
 * Whether an archive has dropped the letters of a name and left the escape sequences of ISO 2022 (PS3.5, 6.1.2.5): Orthanc 1.10 gives
 * «-L^-L» for a name in ISO 2022 IR 144.
 */
export const isMangled = (name: string): boolean => /(?:^|[\s^=])\x1b?-[A-T](?:$|[\s^=])/.test(name);
