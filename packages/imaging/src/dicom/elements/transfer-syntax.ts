/** The encoding of a frame, by which its decoder is chosen. */
export type PixelCodec =
  | 'native'
  | 'rle'
  | 'deflated'
  | 'jpeg'
  | 'jpeg-lossless'
  | 'jpeg-ls'
  | 'jpeg-2000'
  | 'htj2k'
  | 'jpeg-xl'
  | 'jpeg-xl-jpeg';

type TransferSyntax = {
  uid: string;
  /** The name in PS3.6, table A-1. */
  name: string;
  /** How frames are read; null: they are not. */
  codec: PixelCodec | null;
};

/**
 * The transfer syntaxes of images (PS3.6, annex A), retired ones included, and how this package reads them. It is the
 * only list: the DICOM receiver, the fuzzer and the documentation take theirs from it.
 */
export const TRANSFER_SYNTAXES: readonly TransferSyntax[] = [
  { uid: '1.2.840.10008.1.2', codec: 'native', name: 'Implicit VR Little Endian' },
  { uid: '1.2.840.10008.1.2.1', codec: 'native', name: 'Explicit VR Little Endian' },
  { uid: '1.2.840.10008.1.2.1.98', codec: null, name: 'Encapsulated Uncompressed Explicit VR Little Endian' },
  { uid: '1.2.840.10008.1.2.1.99', codec: 'native', name: 'Deflated Explicit VR Little Endian' },
  { uid: '1.2.840.10008.1.2.2', codec: 'native', name: 'Explicit VR Big Endian' },
  { uid: '1.2.840.10008.1.2.4.50', codec: 'jpeg', name: 'JPEG Baseline (Process 1)' },
  { uid: '1.2.840.10008.1.2.4.51', codec: 'jpeg', name: 'JPEG Extended (Process 2 & 4)' },
  { uid: '1.2.840.10008.1.2.4.52', codec: 'jpeg', name: 'JPEG Extended (Process 3 & 5)' },
  {
    uid: '1.2.840.10008.1.2.4.53',
    codec: 'jpeg',
    name: 'JPEG Spectral Selection, Non-Hierarchical (Process 6 & 8)',
  },
  {
    uid: '1.2.840.10008.1.2.4.54',
    codec: 'jpeg',
    name: 'JPEG Spectral Selection, Non-Hierarchical (Process 7 & 9)',
  },
  {
    uid: '1.2.840.10008.1.2.4.55',
    codec: 'jpeg',
    name: 'JPEG Full Progression, Non-Hierarchical (Process 10 & 12)',
  },
  {
    uid: '1.2.840.10008.1.2.4.56',
    codec: 'jpeg',
    name: 'JPEG Full Progression, Non-Hierarchical (Process 11 & 13)',
  },
  {
    uid: '1.2.840.10008.1.2.4.57',
    codec: 'jpeg-lossless',
    name: 'JPEG Lossless, Non-Hierarchical (Process 14)',
  },
  {
    uid: '1.2.840.10008.1.2.4.58',
    codec: 'jpeg-lossless',
    name: 'JPEG Lossless, Non-Hierarchical (Process 15)',
  },
  { uid: '1.2.840.10008.1.2.4.65', codec: 'jpeg-lossless', name: 'JPEG Lossless, Hierarchical (Process 28)' },
  { uid: '1.2.840.10008.1.2.4.66', codec: 'jpeg-lossless', name: 'JPEG Lossless, Hierarchical (Process 29)' },
  {
    uid: '1.2.840.10008.1.2.4.70',
    codec: 'jpeg-lossless',
    name: 'JPEG Lossless, Non-Hierarchical, First-Order Prediction (Process 14 [Selection Value 1])',
  },
  { uid: '1.2.840.10008.1.2.4.80', codec: 'jpeg-ls', name: 'JPEG-LS Lossless Image Compression' },
  {
    uid: '1.2.840.10008.1.2.4.81',
    codec: 'jpeg-ls',
    name: 'JPEG-LS Lossy (Near-Lossless) Image Compression',
  },
  { uid: '1.2.840.10008.1.2.4.90', codec: 'jpeg-2000', name: 'JPEG 2000 Image Compression (Lossless Only)' },
  { uid: '1.2.840.10008.1.2.4.91', codec: 'jpeg-2000', name: 'JPEG 2000 Image Compression' },
  {
    uid: '1.2.840.10008.1.2.4.92',
    codec: 'jpeg-2000',
    name: 'JPEG 2000 Part 2 Multi-component Image Compression (Lossless Only)',
  },
  {
    uid: '1.2.840.10008.1.2.4.93',
    codec: 'jpeg-2000',
    name: 'JPEG 2000 Part 2 Multi-component Image Compression',
  },
  { uid: '1.2.840.10008.1.2.4.94', codec: null, name: 'JPIP Referenced' },
  { uid: '1.2.840.10008.1.2.4.95', codec: null, name: 'JPIP Referenced Deflate' },
  { uid: '1.2.840.10008.1.2.4.100', codec: null, name: 'MPEG2 Main Profile / Main Level' },
  { uid: '1.2.840.10008.1.2.4.101', codec: null, name: 'MPEG2 Main Profile / High Level' },
  { uid: '1.2.840.10008.1.2.4.102', codec: null, name: 'MPEG-4 AVC/H.264 High Profile / Level 4.1' },
  {
    uid: '1.2.840.10008.1.2.4.103',
    codec: null,
    name: 'MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1',
  },
  {
    uid: '1.2.840.10008.1.2.4.104',
    codec: null,
    name: 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video',
  },
  {
    uid: '1.2.840.10008.1.2.4.105',
    codec: null,
    name: 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video',
  },
  { uid: '1.2.840.10008.1.2.4.106', codec: null, name: 'MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2' },
  { uid: '1.2.840.10008.1.2.4.107', codec: null, name: 'HEVC/H.265 Main Profile / Level 5.1' },
  { uid: '1.2.840.10008.1.2.4.108', codec: null, name: 'HEVC/H.265 Main 10 Profile / Level 5.1' },
  { uid: '1.2.840.10008.1.2.4.110', codec: 'jpeg-xl', name: 'JPEG XL Lossless' },
  { uid: '1.2.840.10008.1.2.4.111', codec: 'jpeg-xl-jpeg', name: 'JPEG XL JPEG Recompression' },
  { uid: '1.2.840.10008.1.2.4.112', codec: 'jpeg-xl', name: 'JPEG XL' },
  {
    uid: '1.2.840.10008.1.2.4.201',
    codec: 'htj2k',
    name: 'High-Throughput JPEG 2000 Image Compression (Lossless Only)',
  },
  {
    uid: '1.2.840.10008.1.2.4.202',
    codec: 'htj2k',
    name: 'High-Throughput JPEG 2000 with RPCL Options Image Compression (Lossless Only)',
  },
  { uid: '1.2.840.10008.1.2.4.203', codec: 'htj2k', name: 'High-Throughput JPEG 2000 Image Compression' },
  { uid: '1.2.840.10008.1.2.4.204', codec: null, name: 'JPIP HTJ2K Referenced' },
  { uid: '1.2.840.10008.1.2.4.205', codec: null, name: 'JPIP HTJ2K Referenced Deflate' },
  { uid: '1.2.840.10008.1.2.5', codec: 'rle', name: 'RLE Lossless' },
  { uid: '1.2.840.10008.1.2.8.1', codec: 'deflated', name: 'Deflated Image Frame Compression' },
];

/** UIDs of the transfer syntaxes that code names. */
export const TRANSFER_SYNTAX = {
  implicitLittleEndian: '1.2.840.10008.1.2',
  explicitLittleEndian: '1.2.840.10008.1.2.1',
  deflatedLittleEndian: '1.2.840.10008.1.2.1.99',
  explicitBigEndian: '1.2.840.10008.1.2.2',
  jpegXl: '1.2.840.10008.1.2.4.112',
  rle: '1.2.840.10008.1.2.5',
  deflatedFrames: '1.2.840.10008.1.2.8.1',
} as const;

/** The codec of a transfer syntax; null if this package cannot read it. */
export const codecOf = (transferSyntaxUID: string): PixelCodec | null =>
  TRANSFER_SYNTAXES.find(({ uid }) => uid === transferSyntaxUID)?.codec ?? null;
