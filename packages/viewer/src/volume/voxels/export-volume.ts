import { niftiHeader } from '@snimok/imaging/export/nifti';
import type { Mesh } from '@snimok/imaging/surface/mesh';
import type { Slice } from '@snimok/imaging/volume/slice';
import { type Placement, toPatient } from './placement.ts';
import type { SampleScale } from './units.ts';

/** The axial slice of the reoriented volume at an index. */
type ReadSlice = (index: number) => Promise<{ values: Slice['values']; scale: SampleScale }>;

/**
 * The volume as a NIfTI-1 file: the samples as they were transferred, and their scale to the units of the series. The
 * parts are given to `Blob` as they are, so that the volume is not copied in memory.
 */
export async function niftiParts(
  placement: Placement,
  readSlice: ReadSlice,
): Promise<Uint8Array<ArrayBuffer>[]> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  for (let index = 0; index < placement.size[2]; index += 1) {
    const { values, scale } = await readSlice(index);
    if (index === 0) parts.push(niftiHeader(placement, 'uint16', scale));
    parts.push(new Uint8Array(values.buffer as ArrayBuffer, values.byteOffset, values.byteLength));
  }
  return parts;
}

/** A surface in the patient's coordinates of DICOM (LPS), in millimetres. */
export function meshInPatient({ positions, triangles }: Mesh, placement: Placement): Mesh {
  const moved = new Float32Array(positions.length);
  for (let at = 0; at < positions.length; at += 3)
    moved.set(toPatient(placement, [positions[at]!, positions[at + 1]!, positions[at + 2]!]), at);
  return { positions: moved, triangles };
}
