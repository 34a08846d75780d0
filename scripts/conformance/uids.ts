/** The transfer syntaxes of PS3.6, table A-1, that encode images. */
const TRANSFER_SYNTAXES: Record<string, string> = {
  '1.2.840.10008.1.2': 'Implicit VR Little Endian',
  '1.2.840.10008.1.2.1': 'Explicit VR Little Endian',
  '1.2.840.10008.1.2.1.98': 'Encapsulated Uncompressed Explicit VR Little Endian',
  '1.2.840.10008.1.2.1.99': 'Deflated Explicit VR Little Endian',
  '1.2.840.10008.1.2.2': 'Explicit VR Big Endian (retired)',
  '1.2.840.10008.1.2.4.50': 'JPEG Baseline (Process 1)',
  '1.2.840.10008.1.2.4.51': 'JPEG Extended (Process 2 and 4)',
  '1.2.840.10008.1.2.4.52': 'JPEG Extended (Process 3 and 5) (retired)',
  '1.2.840.10008.1.2.4.53': 'JPEG Spectral Selection, Non-Hierarchical (Process 6 and 8) (retired)',
  '1.2.840.10008.1.2.4.54': 'JPEG Spectral Selection, Non-Hierarchical (Process 7 and 9) (retired)',
  '1.2.840.10008.1.2.4.55': 'JPEG Full Progression, Non-Hierarchical (Process 10 and 12) (retired)',
  '1.2.840.10008.1.2.4.56': 'JPEG Full Progression, Non-Hierarchical (Process 11 and 13) (retired)',
  '1.2.840.10008.1.2.4.57': 'JPEG Lossless, Non-Hierarchical (Process 14)',
  '1.2.840.10008.1.2.4.58': 'JPEG Lossless, Non-Hierarchical (Process 15) (retired)',
  '1.2.840.10008.1.2.4.59': 'JPEG Extended, Hierarchical (Process 16 and 18) (retired)',
  '1.2.840.10008.1.2.4.60': 'JPEG Extended, Hierarchical (Process 17 and 19) (retired)',
  '1.2.840.10008.1.2.4.61': 'JPEG Spectral Selection, Hierarchical (Process 20 and 22) (retired)',
  '1.2.840.10008.1.2.4.62': 'JPEG Spectral Selection, Hierarchical (Process 21 and 23) (retired)',
  '1.2.840.10008.1.2.4.63': 'JPEG Full Progression, Hierarchical (Process 24 and 26) (retired)',
  '1.2.840.10008.1.2.4.64': 'JPEG Full Progression, Hierarchical (Process 25 and 27) (retired)',
  '1.2.840.10008.1.2.4.65': 'JPEG Lossless, Hierarchical (Process 28) (retired)',
  '1.2.840.10008.1.2.4.66': 'JPEG Lossless, Hierarchical (Process 29) (retired)',
  '1.2.840.10008.1.2.4.70':
    'JPEG Lossless, Non-Hierarchical, First-Order Prediction (Process 14, Selection Value 1)',
  '1.2.840.10008.1.2.4.80': 'JPEG-LS Lossless',
  '1.2.840.10008.1.2.4.81': 'JPEG-LS Lossy (Near-Lossless)',
  '1.2.840.10008.1.2.4.90': 'JPEG 2000 (Lossless Only)',
  '1.2.840.10008.1.2.4.91': 'JPEG 2000',
  '1.2.840.10008.1.2.4.92': 'JPEG 2000 Part 2 Multi-component (Lossless Only)',
  '1.2.840.10008.1.2.4.93': 'JPEG 2000 Part 2 Multi-component',
  '1.2.840.10008.1.2.4.94': 'JPIP Referenced',
  '1.2.840.10008.1.2.4.95': 'JPIP Referenced Deflate',
  '1.2.840.10008.1.2.4.100': 'MPEG2 Main Profile / Main Level',
  '1.2.840.10008.1.2.4.101': 'MPEG2 Main Profile / High Level',
  '1.2.840.10008.1.2.4.102': 'MPEG-4 AVC/H.264 High Profile / Level 4.1',
  '1.2.840.10008.1.2.4.103': 'MPEG-4 AVC/H.264 BD-compatible High Profile / Level 4.1',
  '1.2.840.10008.1.2.4.104': 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 2D Video',
  '1.2.840.10008.1.2.4.105': 'MPEG-4 AVC/H.264 High Profile / Level 4.2 For 3D Video',
  '1.2.840.10008.1.2.4.106': 'MPEG-4 AVC/H.264 Stereo High Profile / Level 4.2',
  '1.2.840.10008.1.2.4.107': 'HEVC/H.265 Main Profile / Level 5.1',
  '1.2.840.10008.1.2.4.108': 'HEVC/H.265 Main 10 Profile / Level 5.1',
  '1.2.840.10008.1.2.4.110': 'JPEG XL Lossless',
  '1.2.840.10008.1.2.4.111': 'JPEG XL JPEG Recompression',
  '1.2.840.10008.1.2.4.112': 'JPEG XL',
  '1.2.840.10008.1.2.4.201': 'High-Throughput JPEG 2000 (Lossless Only)',
  '1.2.840.10008.1.2.4.202': 'High-Throughput JPEG 2000 with RPCL Options (Lossless Only)',
  '1.2.840.10008.1.2.4.203': 'High-Throughput JPEG 2000',
  '1.2.840.10008.1.2.4.204': 'JPIP HTJ2K Referenced',
  '1.2.840.10008.1.2.4.205': 'JPIP HTJ2K Referenced Deflate',
  '1.2.840.10008.1.2.5': 'RLE Lossless',
  '1.2.840.10008.1.2.7.1': 'SMPTE ST 2110-20 Uncompressed Progressive Active Video',
  '1.2.840.10008.1.2.8.1': 'Deflated Image Frame Compression',
};

export const transferSyntaxUIDs = Object.keys(TRANSFER_SYNTAXES);

/** @throws Error for a UID that is not in the registry above */
export const nameOfTransferSyntax = (uid: string): string => {
  const name = TRANSFER_SYNTAXES[uid];
  if (name === undefined) throw new Error(`the registry has no ${uid}`);
  return name;
};

/** The repertoires of PS3.3, tables C.12-2 to C.12-5, by the number or term of Specific Character Set. */
const CHARACTER_SETS: Record<string, string> = {
  '6': 'default repertoire (ASCII)',
  '13': 'Japanese, JIS X 0201: katakana',
  '14': 'Japanese, JIS X 0201: romaji',
  '58': 'simplified Chinese, GB 2312',
  '87': 'Japanese, JIS X 0208: kanji',
  '100': 'Latin alphabet No. 1',
  '101': 'Latin alphabet No. 2',
  '109': 'Latin alphabet No. 3',
  '110': 'Latin alphabet No. 4',
  '126': 'Greek',
  '127': 'Arabic',
  '138': 'Hebrew',
  '144': 'Cyrillic',
  '148': 'Latin alphabet No. 5',
  '149': 'Korean, KS X 1001',
  '159': 'Japanese, JIS X 0212: supplementary kanji',
  '166': 'Thai, TIS 620-2533',
  '192': 'Unicode in UTF-8',
  '203': 'Latin alphabet No. 9',
  GB18030: 'Chinese, GB 18030',
  GBK: 'Chinese, GBK',
};

/** @throws Error for a term that is not in the tables above */
export const nameOfCharacterSet = (term: string): string => {
  const name = CHARACTER_SETS[term];
  if (name === undefined) throw new Error(`the tables have no character set ${term}`);
  return name;
};
