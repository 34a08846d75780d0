import { listRepeats, MAX_COMPARED_IMAGES } from '@snimok/contract/studies/repeats';
import { call } from '../../../../shared/calls/call.ts';
import type { Findings } from '../inspect/inspect-files.ts';

/** A larger picture is compared by the server after the upload. */
const MAX_HASHED_BYTES = 64 * 1024 ** 2;

/** The studies that contain these images already. `studyID`: the study into which they are uploaded, if it exists. */
export async function findRepeats({ instances, pictures }: Findings, studyID: number | null) {
  const sampled = sampleOf(instances);
  const sha256 = sampled.length > 0 ? [] : await hashesOf(pictures.map(({ file }) => file));
  if (sampled.length + sha256.length === 0) return [];
  const body = { instances: sampled, sha256, ...(studyID !== null && { exceptStudyID: studyID }) };
  return (await call(listRepeats, { body })).repeats;
}

function sampleOf<Item>(items: Item[]): Item[] {
  if (items.length <= MAX_COMPARED_IMAGES) return items;
  const step = (items.length - 1) / (MAX_COMPARED_IMAGES - 1);
  return Array.from({ length: MAX_COMPARED_IMAGES }, (_, at) => items[Math.round(at * step)]!);
}

/** None if one cannot be hashed: the Web Crypto API exists on HTTPS pages and localhost only. */
async function hashesOf(files: File[]): Promise<string[]> {
  const { subtle } = crypto as Partial<Crypto>;
  const isTooMuch = files.length > MAX_COMPARED_IMAGES || files.some(({ size }) => size > MAX_HASHED_BYTES);
  if (!subtle || isTooMuch) return [];
  const hashes: string[] = [];
  for (const file of files) {
    const hash = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
    hashes.push([...hash].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
  }
  return hashes;
}
