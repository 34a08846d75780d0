import type { ImageDates } from '../dates.ts';
import type { Element, ElementEncoding } from './elements.ts';

export type Vector3 = readonly [number, number, number];
/** Direction cosines of a row, then of a column, in patient coordinates (PS3.3, C.7.6.2.1.1). */
export type Orientation = readonly [number, number, number, number, number, number];
/** Distance between rows (down), then between columns (across), in millimetres (PS3.3, 10.7.1.3). */
export type PixelSpacing = readonly [down: number, across: number];

/**
 * Position of an image in the patient, and the transformations of its values. Null: absent or implausible.
 */
export type Geometry = {
  pixelSpacingMm: PixelSpacing | null;
  /**
   * Spacing at the detector, which is larger than in the patient by the magnification. Most panoramics have no
   * other spacing.
   */
  imagerPixelSpacingMm: PixelSpacing | null;
  /** Height to width of one pixel (PS3.3, C.7.6.3.1.7), for images without a spacing in millimetres. */
  pixelAspectRatio: readonly [down: number, across: number] | null;
  sliceThicknessMm: number | null;
  /** Centre of the first pixel of the first frame. */
  imagePositionMm: Vector3 | null;
  imageOrientation: Orientation | null;
  /** One position per frame, null where it is absent; null unless a multi-frame object states any. */
  framePositionsMm: readonly (Vector3 | null)[] | null;
  rescaleSlope: number;
  rescaleIntercept: number;
  windowCenter: number | null;
  windowWidth: number | null;
};

/**
 * The Image Pixel module (PS3.3, C.7.6.3). Null where the attribute is absent, as in objects without an
 * image.
 */
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
  /** For display: «Иванов Иван Иванович». */
  name: string | null;
  id: string | null;
  /** YYYY-MM-DD. */
  birthDate: string | null;
  sex: 'M' | 'F' | 'O' | null;
};

/**
 * Offsets count from the start of the file, or, if the data set is deflated, from the start of its inflated
 * bytes.
 */
export type Encoding = {
  elementEncoding: ElementEncoding;
  /** Offset of the deflated data set in the file; null if it is not deflated. */
  deflatedFrom: number | null;
  pixelData: Element | null;
  extendedOffsetTable: Element | null;
  /** Red, green and blue lookup tables of a PALETTE COLOR image. */
  palette: readonly LookupTable[] | null;
  /** From stored values to modality values, instead of a rescale (PS3.3, C.11.1). */
  modalityLut: LookupTable | null;
  /** From modality values to displayed values, instead of a window (PS3.3, C.11.2). */
  voiLut: LookupTable | null;
};

/**
 * One lookup table (PS3.3, C.7.6.3.1.5, C.11.1.1): number of entries, the input value of the first entry,
 * bits per entry, and the element with the entries.
 */
export type LookupTable = { entries: number; firstValue: number; bits: number; element: Element };

/** The header of a file. Plain values only, so that it can be sent to another process. */
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
    /**
     * The images of a series with the same number were taken together (PS3.3, C.7.6.16.2.2); devices use it in
     * many ways.
     */
    acquisitionNumber: number | null;
    instanceNumber: number | null;
    /** Positions in the patient can only be compared within one frame of reference (PS3.3, C.7.4.1). */
    frameOfReferenceUID: string | null;
    patient: Patient;
    /** YYYY-MM-DD: the date of acquisition, otherwise of content, series or study. */
    takenOn: string | null;
    studyDate: string | null;
    dates: ImageDates;
    manufacturer: string | null;
    /** The number of the request that the images answer (PS3.3, C.7.2.1.1), as the machine's worklist named it. */
    accessionNumber: string | null;
    /** For display. */
    referringPhysician: string | null;
    institution: string | null;
    model: string | null;
    hasPixelData: boolean;
    /**
     * Towards which side of the patient rows and columns run (PS3.3, C.7.6.1.1.1): from the attribute, otherwise
     * from the orientation of the image.
     */
    patientOrientation: readonly [row: string, column: string] | null;
    encoding: Encoding;
    /** Defects of the file, in English; they contain no patient data. */
    warnings: string[];
  };
