import type { DecodedFrame } from '../dicom/pixels/pixels.ts';
import { DicomProblem } from '../dicom/elements/problem.ts';
import type { SampleValues } from '../dicom/pixels/stored-values.ts';
import type { PlaneSize, Samples } from '../pictures/htj2k.ts';
import type { PlannedSlice, VolumePlan } from './plan.ts';
import { AIR, type Volume } from './volume.ts';

/** The volume of a plan with all values 0; decoded slices are added to it in any order by `addSlice`. */
export const emptyVolume = ({ size, spacingMm, scale }: VolumePlan): FilledVolume => ({
  size,
  spacingMm,
  values: new Int16Array(size[0] * size[1] * size[2]),
  outside: clamped((AIR - scale.intercept) / scale.slope),
});

type FilledVolume = Volume & { values: Int16Array; outside: number };

const clamped = (value: number) => Math.min(32_767, Math.max(-32_768, value));

type Rescaled = { values: SampleValues; slope: number; intercept: number };

/**
 * Adds one decoded slice to a volume: rescaled, shifted back if the gantry was tilted, with its weight in
 * each layer of the volume.
 * @throws DicomProblem `impossible-image` if the frame does not have the size of the plan
 */
export function addSlice(
  { values, outside }: FilledVolume,
  plan: VolumePlan,
  slice: PlannedSlice,
  frame: Pick<DecodedFrame, 'rows' | 'columns' | 'samples'>,
  modality: Rescaled,
): void {
  if (frame.rows !== plan.rows || frame.columns !== plan.columns || frame.samples !== 1) {
    throw new DicomProblem(
      'impossible-image',
      `${frame.columns}×${frame.rows} in a series of ${plan.columns}×${plan.rows}`,
    );
  }
  const { scale } = plan;
  const [pixel, row, layer] = plan.strides;
  const [columns, rows] = plan.stack.size;
  const line = new Float32Array(columns);
  const source = { values: modality.values, rows: frame.rows, columns: frame.columns };
  for (let j = 0; j < rows; j += 1) {
    sampleLine(line, source, plan.bin, j, slice.shiftPx);
    for (let i = 0; i < columns; i += 1) {
      const stored = line[i]!;
      const density = stored * modality.slope + modality.intercept;
      line[i] = stored === OUTSIDE ? outside : clamped((density - scale.intercept) / scale.slope);
    }
    for (const { slice: into, weight } of slice.into) {
      let at = plan.start + j * row + into * layer;
      if (weight === 1) for (let i = 0; i < columns; i += 1, at += pixel) values[at] = line[i]!;
      else
        for (let i = 0; i < columns; i += 1, at += pixel)
          values[at] = values[at]! + Math.round(line[i]! * weight);
    }
  }
}

/** A decoded slice, with its weight and its shift in one layer. */
type LayerSource = Rescaled & { weight: number; shiftPx: readonly [across: number, down: number] };

type LayerGrid = {
  /** the size of the sources */
  source: PlaneSize;
  /** the size of the layer */
  size: PlaneSize;
  /** maps the samples of the layer to densities */
  scale: { bits: 8 | 16; slope: number; intercept: number };
  /** the sample where a source has no pixel */
  blank: number;
};

/** One layer of a volume as unsigned samples: the weighted sum of its sources, each shifted back if it was tilted. */
export function resampleLayer(sources: readonly LayerSource[], grid: LayerGrid): Samples {
  const { source, size, scale, blank } = grid;
  const samples = new (scale.bits === 8 ? Uint8Array : Uint16Array)(size.columns * size.rows);
  const most = 2 ** scale.bits - 1;
  const line = new Float32Array(size.columns);
  const sums = new Float64Array(size.columns);
  for (let j = 0; j < size.rows; j += 1) {
    sums.fill(0);
    for (const { values, slope, intercept, weight, shiftPx } of sources) {
      sampleLine(line, { values, ...source }, 1, j, shiftPx);
      for (let i = 0; i < line.length; i += 1)
        sums[i] = sums[i]! + (line[i] === OUTSIDE ? OUTSIDE : weight * (line[i]! * slope + intercept));
    }
    for (let i = 0; i < line.length; i += 1) {
      const sample = Math.round((sums[i]! - scale.intercept) / scale.slope);
      samples[j * size.columns + i] = sums[i] === OUTSIDE ? blank : Math.min(most, Math.max(0, sample));
    }
  }
  return samples;
}

/** Marks pixels of a shifted slice that are outside the frame. */
const OUTSIDE = Number.NEGATIVE_INFINITY;
/** Shifts below this fraction of a pixel are ignored. */
const NO_SHIFT = 0.02;

/** Computes one row of voxels: the mean of `bin` × `bin` pixels, interpolated bilinearly if the slice is shifted. */
function sampleLine(
  line: Float32Array,
  { values, rows, columns }: PlaneSize & { values: SampleValues },
  bin: number,
  j: number,
  [across, down]: readonly [number, number],
): void {
  const isShifted = Math.abs(across) > NO_SHIFT || Math.abs(down) > NO_SHIFT;
  if (bin === 1 && !isShifted && line.length === columns && j < rows) {
    const from = j * columns;
    for (let i = 0; i < line.length; i += 1) line[i] = values[from + i]!;
    return;
  }
  for (let i = 0; i < line.length; i += 1) {
    let sum = 0;
    for (let dy = 0; dy < bin; dy += 1) {
      for (let dx = 0; dx < bin; dx += 1) {
        const x = i * bin + dx - across;
        const y = j * bin + dy - down;
        sum += interpolated(values, rows, columns, x, y);
      }
    }
    line[i] = sum / (bin * bin);
  }
}

/** The value between four pixels; `OUTSIDE` if one of them is outside the frame. */
function interpolated(values: SampleValues, rows: number, columns: number, x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const px = x - x0;
  const py = y - y0;
  if (x0 < 0 || y0 < 0 || x0 + Math.ceil(px) >= columns || y0 + Math.ceil(py) >= rows) return OUTSIDE;
  const at = y0 * columns + x0;
  const right = px > 0 ? 1 : 0;
  const below = py > 0 ? columns : 0;
  const near = values[at]! + (values[at + right]! - values[at]!) * px;
  const far = values[at + below]! + (values[at + below + right]! - values[at + below]!) * px;
  return near + (far - near) * py;
}
