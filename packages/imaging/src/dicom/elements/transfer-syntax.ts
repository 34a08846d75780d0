/**
 * UIDs of the transfer syntaxes that this package reads, except those of the JPEG family (PS3.6, annex A).
 */
export const TRANSFER_SYNTAX = {
  implicitLittleEndian: '1.2.840.10008.1.2',
  explicitLittleEndian: '1.2.840.10008.1.2.1',
  deflatedLittleEndian: '1.2.840.10008.1.2.1.99',
  explicitBigEndian: '1.2.840.10008.1.2.2',
  rle: '1.2.840.10008.1.2.5',
  deflatedFrames: '1.2.840.10008.1.2.8.1',
} as const;

const JPEG = '1.2.840.10008.1.2.4.';
const CODECS: readonly (readonly [codec: PixelCodec, lastComponents: readonly number[]])[] = [
  ['jpeg', [50, 51, 52, 53, 54, 55, 56]],
  ['jpeg-lossless', [57, 58, 65, 66, 70]],
  ['jpeg-ls', [80, 81]],
  ['jpeg-2000', [90, 91, 92, 93]],
  ['htj2k', [201, 202, 203]],
];

/** The encoding of a frame, by which its decoder is chosen. */
export type PixelCodec =
  'native' | 'rle' | 'deflated' | 'jpeg' | 'jpeg-lossless' | 'jpeg-ls' | 'jpeg-2000' | 'htj2k';

/** The codec of a transfer syntax; null if this package cannot read it. */
export function codecOf(transferSyntaxUID: string): PixelCodec | null {
  if (transferSyntaxUID === TRANSFER_SYNTAX.rle) return 'rle';
  if (transferSyntaxUID === TRANSFER_SYNTAX.deflatedFrames) return 'deflated';
  if (!transferSyntaxUID.startsWith(JPEG)) {
    const native: readonly string[] = Object.values(TRANSFER_SYNTAX);
    return native.includes(transferSyntaxUID) ? 'native' : null;
  }
  const lastComponent = Number(transferSyntaxUID.slice(JPEG.length));
  return CODECS.find(([, components]) => components.includes(lastComponent))?.[0] ?? null;
}
