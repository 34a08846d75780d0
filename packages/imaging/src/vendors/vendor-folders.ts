import { sentences } from './sentences.ts';

/** A program of another vendor whose folders centres receive, and the files by which such a folder is recognised. */
interface Vendor {
  /** as people call it */
  program: string;
  /** Names of the files and folders that the program and its viewer write, compared without case. */
  names: RegExp;
  /** A volume in a format of the vendor's own, which the portal keeps and cannot show. */
  volume?: { name: RegExp; isBegin: (start: Uint8Array) => boolean };
}

const textAt = (bytes: Uint8Array, from: number, length: number) =>
  String.fromCharCode(...bytes.subarray(from, from + length));

const isGzip = (start: Uint8Array) => start[0] === 0x1f && start[1] === 0x8b;
/** The root element of InVivo's file stands at its beginning, or after an XML declaration. */
const ROOT_BYTES = 256;

/** Decision 151 has the sources of each row. */
const VENDORS = {
  onevolume: {
    program: 'OneVolume (i-Dixel)',
    names: /(^|\/)(one[ _]?volume|i-?dixel)/i,
    // four bytes, then the version
    volume: { name: /\.vol$/i, isBegin: (start) => textAt(start, 4, 16) === 'JmVolumeVersion=' },
  },
  sidexis: {
    program: 'GALILEOS (SIDEXIS)',
    names: /(^|\/)(s4viewer|sidexis|galaxis|galileos)/i,
    // a header in XML and a file for each slice, both often compressed by gzip
    volume: {
      name: /_vol_0(_\d+)?$/i,
      isBegin: (start) => isGzip(start) || textAt(start, 0, 1) === '<',
    },
  },
  invivo: {
    program: 'InVivo (Anatomage)',
    names: /(^|\/)(invivo|anatomage)/i,
    volume: { name: /\.inv$/i, isBegin: (start) => textAt(start, 0, ROOT_BYTES).includes('<INVFile') },
  },
  icat: { program: 'i-CAT Vision (KaVo, ImageWorks)', names: /(^|\/)(i-?cat ?vision|imageworks|xoran)/i },
  romexis: { program: 'Romexis (Planmeca)', names: /(^|\/)(planmeca|romexis)/i },
  carestream: {
    program: 'CS 3D Imaging (Carestream)',
    names: /(^|\/)(cs ?3d ?(imaging|viewer)|csimaging|kdis3d|carestream)/i,
  },
  newtom: { program: 'NNT (NewTom)', names: /(^|\/)(nnt ?viewer|nnt\.exe$|newtom)/i },
  vatech: { program: 'Ez3D (EzDent, Vatech)', names: /(^|\/)(ez3d|ezdent|vatech)/i },
} as const satisfies Record<string, Vendor>;

type VendorID = keyof typeof VENDORS;

/** A file that belongs to a vendor's folder. */
export interface VendorFile {
  vendor: VendorID;
  /** its format is the vendor's own */
  isVolume: boolean;
}

/** No program makes folders with longer names. */
const MAX_NAME_LENGTH = 1024;
const ALL: [VendorID, Vendor][] = Object.entries(VENDORS).map(([id, vendor]) => [id as VendorID, vendor]);

/** Whether a file may, by its name, be a volume in a vendor's own format; the beginning of the file decides. */
export const isVolumeName = (name: string): boolean =>
  name.length <= MAX_NAME_LENGTH && ALL.some(([, { volume }]) => volume?.name.test(name));

/**
 * The vendor of a file that is neither DICOM nor a picture; null if no program is recognised.
 * @param name its path in the upload
 * @param start its first bytes, 256 of them are read
 */
export const vendorOf = (name: string, start: Uint8Array): VendorFile | null => {
  if (name.length > MAX_NAME_LENGTH) return null;
  const own = ALL.find(([, { volume }]) => volume?.name.test(name) && volume.isBegin(start));
  if (own) return { vendor: own[0], isVolume: true };
  const named = ALL.find(([, { names }]) => names.test(name));
  return named ? { vendor: named[0], isVolume: false } : null;
};

/** The sentence about a folder with these files; null if no program is recognised. A volume decides before a name. */
export const describeVendorFolder = (
  files: readonly VendorFile[],
  { hasDicom }: { hasDicom: boolean },
): string | null => {
  const [first] = [...files.filter(({ isVolume }) => isVolume), ...files];
  if (!first) return null;
  const { program } = VENDORS[first.vendor];
  if (hasDicom) return sentences.withDicom(program);
  return first.isVolume ? sentences.ownFormat(program) : sentences.noDicom(program);
};
