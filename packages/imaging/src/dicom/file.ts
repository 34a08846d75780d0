import type { Element, ElementEncoding } from './elements.ts';

export type Vector3 = readonly [number, number, number];
/** Row direction, then column direction, as cosines in the patient's system (PS3.3, C.7.6.2.1.1). */
export type Orientation = readonly [number, number, number, number, number, number];
/** Distance between rows (down), then between columns (across), in millimetres (PS3.3, 10.7.1.3). */
export type PixelSpacing = readonly [down: number, across: number];

/** Where the picture lies in space and how its numbers are to be understood. */
export type Geometry = {
  pixelSpacingMm: PixelSpacing | null;
  /** At the detector, so larger than in the patient by the magnification; all a panoramic usually has. */
  imagerPixelSpacingMm: PixelSpacing | null;
  /** Height to width of one pixel (PS3.3, C.7.6.3.1.7), for pictures without millimetres. */
  pixelAspectRatio: readonly [down: number, across: number] | null;
  sliceThicknessMm: number | null;
  /** Centre of the first pixel of the first frame. */
  imagePositionMm: Vector3 | null;
  imageOrientation: Orientation | null;
  /** One position a frame, when a multi-frame object gives one for every frame. */
  framePositionsMm: readonly Vector3[] | null;
  rescaleSlope: number;
  rescaleIntercept: number;
  windowCenter: number | null;
  windowWidth: number | null;
};

/** How the pixels are written (PS3.3, C.7.6.3). Null where the file does not say it: it may be no picture at all. */
export type PixelLayout = {
  numberOfFrames: number;
  rows: number | null;
  columns: number | null;
  samplesPerPixel: number;
  photometricInterpretation: string | null;
  planarConfiguration: number;
  bitsAllocated: number | null;
  bitsStored: number | null;
  highBit: number | null;
  /** 0 unsigned, 1 two's complement. */
  pixelRepresentation: number;
};

export type Patient = {
  /** As one reads it: «Иванов Иван Иванович». */
  name: string | null;
  id: string | null;
  /** YYYY-MM-DD. */
  birthDate: string | null;
  sex: 'M' | 'F' | 'O' | null;
};

/** Offsets into the data set's bytes: the file itself, or, when it is deflated, the file once inflated. */
export type Encoding = {
  elementEncoding: ElementEncoding;
  deflatedFrom: number | null;
  pixelData: Element | null;
  extendedOffsetTable: Element | null;
  /** Red, green and blue lookup tables of a PALETTE COLOR picture. */
  palette: readonly LookupTable[] | null;
  /** Stored values → the modality's own, where a rescale is not enough (PS3.3, C.11.1). */
  modalityLut: LookupTable | null;
  /** The modality's values → what is shown, instead of a window (PS3.3, C.11.2). */
  voiLut: LookupTable | null;
};

/** One lookup table (PS3.3, C.7.6.3.1.5, C.11.1.1): entries, the value the first stands for, bits an entry. */
export type LookupTable = { entries: number; firstValue: number; bits: number; element: Element };

/** What a file says about itself. Plain values only, so that it can be stored or posted to another process. */
export type DicomFile = Geometry &
  PixelLayout & {
    transferSyntaxUID: string;
    sopClassUID: string | null;
    sopInstanceUID: string | null;
    studyInstanceUID: string | null;
    seriesInstanceUID: string | null;
    seriesNumber: number | null;
    seriesDescription: string | null;
    studyDescription: string | null;
    modality: string | null;
    instanceNumber: number | null;
    patient: Patient;
    /** The day the picture was taken, YYYY-MM-DD: of acquisition, else of content, series or study. */
    takenOn: string | null;
    studyDate: string | null;
    manufacturer: string | null;
    /** Who sent the patient, as one reads it. */
    referringPhysician: string | null;
    institution: string | null;
    model: string | null;
    hasPixelData: boolean;
    encoding: Encoding;
    /** What was odd about the file, in English, without the patient's words in it. */
    warnings: string[];
  };
