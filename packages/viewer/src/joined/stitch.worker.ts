import { prepareStitching, stitchedSlice } from '@snimok/imaging/stitching/stitch-volumes';
import { GAP_SAMPLE } from '../volume/voxels/units.ts';
import type { FromStitching, ToStitching } from './stitch-messages.ts';

/* Worker that joins two volumes. The page cancels by terminating it. */

const send = (message: FromStitching, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer });

self.addEventListener('message', ({ data }: MessageEvent<ToStitching>) => {
  const stitching = prepareStitching({ ...data, gap: GAP_SAMPLE });
  if ('refusal' in stitching) return send({ type: 'refused', ...stitching });
  const { grid, transform, fields, isSwapped } = stitching;
  send({ type: 'planned', grid, transform, fields, fixed: isSwapped ? 1 : 0 });
  for (let index = 0; index < grid.size[2]; index += 1) {
    const values = stitchedSlice(stitching, index) as Uint16Array<ArrayBuffer>;
    send({ type: 'slice', index, values }, [values.buffer]);
  }
});
