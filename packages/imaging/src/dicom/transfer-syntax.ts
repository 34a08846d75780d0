/** The transfer syntaxes this package can read, by their unique identifiers (PS3.6, annex A). */
export const TRANSFER_SYNTAX = {
  implicitLittleEndian: '1.2.840.10008.1.2',
  explicitLittleEndian: '1.2.840.10008.1.2.1',
  deflatedLittleEndian: '1.2.840.10008.1.2.1.99',
  explicitBigEndian: '1.2.840.10008.1.2.2',
  rle: '1.2.840.10008.1.2.5',
  deflatedFrames: '1.2.840.10008.1.2.8.1',
} as const;

const JPEG = '1.2.840.10008.1.2.4.';
const CODECS: readonly (readonly [codec: PixelCodec, lastParts: readonly number[]])[] = [
  ['jpeg', [50, 51, 52, 53, 54, 55, 56]],
  ['jpeg-lossless', [57, 58, 65, 66, 70]],
  ['jpeg-ls', [80, 81]],
  ['jpeg-2000', [90, 91, 92, 93]],
  ['htj2k', [201, 202, 203]],
];

/** The family of decoders that understands one frame. */
export type PixelCodec =
  'native' | 'rle' | 'deflated' | 'jpeg' | 'jpeg-lossless' | 'jpeg-ls' | 'jpeg-2000' | 'htj2k';

/** Which decoder a transfer syntax asks for; null when there is none. */
export function codecOf(transferSyntaxUID: string): PixelCodec | null {
  if (transferSyntaxUID === TRANSFER_SYNTAX.rle) return 'rle';
  if (transferSyntaxUID === TRANSFER_SYNTAX.deflatedFrames) return 'deflated';
  if (!transferSyntaxUID.startsWith(JPEG)) {
    const native: readonly string[] = Object.values(TRANSFER_SYNTAX);
    return native.includes(transferSyntaxUID) ? 'native' : null;
  }
  const lastPart = Number(transferSyntaxUID.slice(JPEG.length));
  return CODECS.find(([, parts]) => parts.includes(lastPart))?.[0] ?? null;
}
