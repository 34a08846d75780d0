import type { DicomFile } from '@snimok/imaging/dicom/elements/file';
import { groupSeries, orderSlices, type Series } from '@snimok/imaging/dicom/series';
import { commonScale, type SampleScale } from '@snimok/imaging/pictures/samples';
import type { LeftOut } from '@snimok/imaging/volume/alike-files';
import { leftOutImages } from '@snimok/imaging/volume/notes';
import { planVolume, type Refusal, type VolumePlan } from '@snimok/imaging/volume/plan';
import type { OtherFrame } from '@snimok/imaging/volume/series-frame';
import type { OpenedFile } from './open-files.ts';
import type { Entry, LayerSource, PackedFrame } from './tasks.ts';
import { sentences } from './sentences.ts';
import { volumeSentences } from './volume-sentences.ts';

export interface SeriesFrame {
  /** null for a layer of a volume that was not measured */
  entry: Entry | null;
  /** number of the frame in its file */
  frame: number;
  dicom: DicomFile | null;
  /** null if the frame could not be read, or was not measured */
  packed: PackedFrame | null;
}

export interface VolumeShape {
  stack: VolumePlan['stack'];
  scale: SampleScale;
  /** the smallest and the largest sample of all slices */
  lowest: number;
  highest: number;
  /** the sources of each layer if the layers have to be resampled; null if each layer is an unchanged slice */
  layers: LayerSource[][] | null;
  /** the number of images from which the layers are made */
  imageCount: number;
  /** size of a source frame */
  source: { columns: number; rows: number };
  betweenMm: VolumePlan['betweenMm'];
  /** SOP Instance UIDs of the images of its series that are not in the volume */
  leftOut: string[];
}

export interface RenditionSeries {
  header: Pick<Series, 'seriesInstanceUID' | 'seriesNumber' | 'modality' | 'description'>;
  /** in display order */
  frames: SeriesFrame[];
  /** null: the frames are shown as separate pictures */
  volume: VolumeShape | null;
  /** in Russian, for the user */
  warnings: string[];
}

type ReadDicomFile = OpenedFile & { dicom: DicomFile };

/** A study of a patient has a few; each gets a thumbnail and a row. */
export const MAX_SERIES = 200;

/** Planes across fewer slices show nothing recognisable. */
export const FEWEST_SLICES = 8;
const FOR_VIEWER = { fewestSlices: FEWEST_SLICES, mostVoxels: Number.POSITIVE_INFINITY, bridgesGaps: false };

/** Groups the opened files into series; leaves out series without a readable frame. */
export const groupIntoSeries = (files: OpenedFile[]): RenditionSeries[] => {
  const dicomFiles = files.flatMap((file) => (file.dicom ? [{ ...file, dicom: file.dicom }] : []));
  const filesOf = Map.groupBy(dicomFiles, ({ dicom }) => dicom.seriesInstanceUID);
  const parts = groupSeries(dicomFiles.map(({ dicom }) => dicom)).flatMap((header) => {
    const all = filesOf.get(header.seriesInstanceUID) ?? [];
    return dicomSeries(header, all).map(({ volume, ...part }) => ({
      ...part,
      volume: volume && { ...volume, leftOut: instancesBeside(volume.instances, all) },
    }));
  });
  const series = [...parts.filter(({ isLast }) => !isLast), ...parts.filter(({ isLast }) => isLast)];
  const images = files.filter(({ dicom }) => dicom === null);
  const all = images.length > 0 ? [...series, imageSeries(images)] : series;
  return all.filter(({ frames }) => frames.some(({ packed }) => packed));
};

/**
 * A series or a part of one. Annotations refer to a series by its place in the study. Parts that earlier versions did
 * not separate therefore come after all series, so that the others keep their places when a rendition is made again.
 */
type Part = Omit<RenditionSeries, 'volume'> & {
  volume: (Omit<VolumeShape, 'leftOut'> & { instances: ReadonlySet<string | null> }) | null;
  isLast?: boolean;
};

const instancesBeside = (instances: ReadonlySet<string | null>, files: ReadDicomFile[]): string[] => {
  const others = files.flatMap(({ dicom: { sopInstanceUID: uid } }) =>
    uid === null || instances.has(uid) ? [] : uid,
  );
  return [...new Set(others)];
};

/** The reasons for which an image has another shape. All versions separate such images, as one group. */
const SHAPES: ReadonlySet<LeftOut> = new Set(['size', 'spacing', 'orientation', 'colour']);

/**
 * The volume of a series and what is left of it: further stacks, and images that do not fit. Without a volume, all images
 * one by one.
 */
const dicomSeries = (header: Series, files: ReadDicomFile[]): Part[] => {
  const isUsable = (frame: FrameOfFile) => packedOf(files, frame) !== null;
  const plan = planVolume(files.map(decodedShape), { ...FOR_VIEWER, isUsable });
  if (typeof plan === 'string') return [pictureSeries(header, files, plan)];
  const volume = volumeOf(plan, files);
  if (!volume) return [pictureSeries(header, files, 'no-places')];
  const warnings = plan.notes.map(volumeSentences.volumeNote);
  if (volume.isRescaled) warnings.push(sentences.viewerRescaleDiffers);
  const frames = plan.layers.map((from) => sliceOf(plan, files, from));
  const remaining = Map.groupBy(plan.others, ({ why }) => (SHAPES.has(why) ? 'shape' : why));
  return [
    { header, frames, volume: volume.shape, warnings },
    ...[...remaining].flatMap(([why, others]) => {
      const isLast = why !== 'shape' && why !== 'acquisition';
      return partOf(header, files, others).map((part) => ({
        ...part,
        isLast: isLast || part.isLast === true,
      }));
    }),
  ];
};

/** The images that are left out of a volume, as series of their own whose warnings say why. */
const partOf = (header: Series, files: ReadDicomFile[], others: OtherFrame[]): Part[] => {
  const numbers = [...new Set(others.map(({ file }) => file))];
  const reason = volumeSentences.viewerLeftOut(leftOutImages(others));
  return dicomSeries(
    header,
    numbers.map((file) => files[file]!),
  ).map((part, at) => (at === 0 ? { ...part, warnings: [reason, ...part.warnings] } : part));
};

/** The header of a file with the size of its decoded image, which can differ from the stated one. */
const decodedShape = ({ dicom, frames }: ReadDicomFile): DicomFile => {
  const decoded = frames.find((frame) => 'piece' in frame);
  if (!decoded) return dicom;
  const { rows, columns, greys } = decoded;
  return { ...dicom, rows, columns, samplesPerPixel: greys ? 1 : 3 };
};

type FrameOfFile = { file: number; frame: number };

const packedOf = (files: ReadDicomFile[], { file, frame }: FrameOfFile): PackedFrame | null => {
  const result = files[file]?.frames[frame];
  return result && 'piece' in result ? result : null;
};

/** The frame that represents a layer: the slice itself, or the nearest of those between which it is interpolated. */
const sliceOf = (
  { slices }: VolumePlan,
  files: ReadDicomFile[],
  from: VolumePlan['layers'][number],
): SeriesFrame => {
  const nearest = from.toSorted((one, other) => other.weight - one.weight)[0];
  const slice = nearest && slices[nearest.slice];
  const source = slice && files[slice.file];
  if (!slice || !source) return { entry: null, frame: 0, dicom: null, packed: null };
  return { entry: source.entry, frame: slice.frame, dicom: source.dicom, packed: packedOf(files, slice) };
};

const pictureSeries = (header: Series, files: ReadDicomFile[], refusal: Refusal): Part => {
  const frames = orderSlices(files.map(({ dicom }) => dicom)).flatMap((slice): SeriesFrame[] => {
    const source = files[slice.file];
    const packed = packedOf(files, slice);
    return source ? [{ entry: source.entry, frame: slice.frame, dicom: source.dicom, packed }] : [];
  });
  const readable = frames.filter(({ packed }) => packed);
  const unreadable = frames.length - readable.length;
  // images that are no slices need no explanation why they are no volume
  const areSlices = files.some(({ dicom }) => dicom.imageOrientation !== null);
  const reason = (areSlices && noVolumeReasons[refusal]) || null;
  const warnings = unreadable > 0 ? [volumeSentences.viewerImagesUnreadable(unreadable)] : [];
  return { header, frames: readable, volume: null, warnings: reason ? [...warnings, reason] : warnings };
};

const noVolumeReasons: Partial<Record<Refusal, string>> = {
  'different-slices': sentences.viewerSlicesDiffer,
  'no-spacing': sentences.viewerNoSpacing,
  gaps: sentences.viewerTooManyMissing,
};

/** Null if the slices are colour images, or do not have the size that their headers state. */
const volumeOf = (
  plan: VolumePlan,
  files: ReadDicomFile[],
): { shape: NonNullable<Part['volume']>; isRescaled: boolean } | null => {
  const used = new Set(plan.layers.flatMap((from) => from.map(({ slice }) => slice)));
  const packed = [...used].flatMap((at) => packedOf(files, plan.slices[at]!) ?? []);
  const greys = packed.flatMap((frame) => (frame.greys ? [frame.greys] : []));
  const { rows, columns } = plan;
  const isGrey = greys.length === packed.length && greys.length > 0;
  if (!isGrey || !packed.every((frame) => frame.columns === columns && frame.rows === rows && frame.coarse))
    return null;
  const { isCommon, ...scale } = commonScale(greys);
  const layers = plan.layers.map((from) =>
    from.map(({ slice, weight }): LayerSource => {
      const { file, frame, shiftPx } = plan.slices[slice]!;
      return { entry: files[file]!.entry, frame, weight, shiftPx };
    }),
  );
  const isResampled = plan.isResampled || !isCommon;
  const shape = {
    stack: plan.stack,
    ...scale,
    layers: isResampled ? layers : null,
    imageCount: packed.length,
    source: { rows, columns },
    betweenMm: plan.betweenMm,
    instances: new Set([...used].map((at) => files[plan.slices[at]!.file]!.dicom.sopInstanceUID)),
  };
  return { shape, isRescaled: !isCommon };
};

const imageSeries = (images: OpenedFile[]): RenditionSeries => ({
  header: { seriesInstanceUID: null, seriesNumber: null, modality: null, description: null },
  frames: images.flatMap(({ entry, frames }) =>
    frames.flatMap((result, frame) =>
      'piece' in result ? [{ entry, frame, dicom: null, packed: result }] : [],
    ),
  ),
  volume: null,
  warnings: [],
});
