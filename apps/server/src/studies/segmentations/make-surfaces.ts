import { join } from 'node:path';
import { NIFTI_HEADER_BYTES } from '@snimok/imaging/export/nifti';
import { planLargestVolume, type VolumePlan } from '@snimok/imaging/volume/plan';
import type { Context } from '../../platform/context.ts';
import { ModelRefusal, UnreadableAnswer } from '../../platform/outside/model-server/answers.ts';
import { ModelUnavailable } from '../../platform/outside/model-server/ask-model.ts';
import type { ModelAnswer } from '../../platform/outside/segmentation-server/answer.ts';
import { segmentByModel } from '../../platform/outside/segmentation-server/model-server.ts';
import { withScratch } from '../../platform/working-files/scratch.ts';
import type { unpackSlices } from '../panorama/remake-panorama.ts';
import type { Arch } from '../processing/parser-tasks/panorama-task.ts';
import type {
  NoSegmentation,
  SegmentationResult,
  SegmentRequest,
} from '../processing/parser-tasks/segment-task.ts';
import type { UploadParser } from '../processing/upload-parser/upload-parser.ts';
import { outputFolder, takeOutput } from '../../platform/parsers/take-output.ts';

const TASK_MS = 10 * 60_000;

/** Why there is no segmentation. */
export type Reason = NoSegmentation | 'no-volume' | 'failed' | 'model-refused' | 'model-unavailable';

interface Failure {
  none: Reason;
  /** for the log */
  details?: string;
}

interface Work {
  /** the same when a run is repeated */
  id: string;
  scratch: string;
  parser: UploadParser;
  slices: Awaited<ReturnType<typeof unpackSlices>>;
  arch: Arch | null;
  signal: AbortSignal;
  /** 0 to 1, while a model server works */
  onLabelled: (done: number) => Promise<void>;
}

type Step = Work & { plan: VolumePlan };

export interface Made {
  path: string;
  result: SegmentationResult;
  /** what a model server of contract 2 says about its labels */
  answer?: ModelAnswer;
}

/** Writes the surfaces of the largest volume, by the portal's own method or by a model server's labels. */
export const makeSurfaces = async (context: Context, work: Work): Promise<Made | Failure> => {
  const plan = planLargestVolume(work.slices.map(({ dicom }) => dicom));
  if (typeof plan === 'string') return { none: 'no-volume' };
  const step = { ...work, plan };
  const { url, token } = context.config.segmentationServer;
  if (url === undefined) return runParser(step, { only: 'surfaces', labels: null, contract: 1 });
  const voxels = plan.size[0] * plan.size[1] * plan.size[2];
  // the volume has two bytes for each voxel, the labels have one
  return withScratch(context, 3 * voxels + 2 * NIFTI_HEADER_BYTES, async () => {
    const volume = await runParser(step, { only: 'volume', labels: null, contract: 1 });
    if ('none' in volume) return volume;
    const labels = join(work.scratch, 'files', 'labels.nii');
    const answer = await label(step, { url, token }, volume.path, labels, voxels);
    if (answer && 'none' in answer) return answer;
    const made = await runParser(step, { only: 'surfaces', labels, contract: answer ? 2 : 1 });
    return 'none' in made || !answer ? made : { ...made, answer };
  });
};

const runParser = async (
  { plan, slices, arch, scratch, parser, signal }: Step,
  what: Pick<SegmentRequest, 'only' | 'labels' | 'contract'>,
): Promise<Made | Failure> => {
  const out = join(outputFolder(scratch), what.only);
  const files = slices.map(({ content }) => content);
  const reply = await parser.run({ task: 'segment', plan, files, arch, out, ...what }, signal, TASK_MS);
  // so that it cannot change the file any more
  await parser.stop();
  if ('unsegmented' in reply) return { none: reply.unsegmented };
  if (!('segmentation' in reply))
    return { none: 'failed', ...('failed' in reply && { details: reply.failed }) };
  return { path: await takeOutput(out, scratch), result: reply.segmentation };
};

/** Has the model server write its labels to a file; null if it says nothing about them. */
const label = async (
  { id, signal, onLabelled: onProgress }: Step,
  server: { url: string; token: string | undefined },
  volume: string,
  labels: string,
  voxels: number,
): Promise<ModelAnswer | Failure | null> => {
  try {
    const maxBytes = NIFTI_HEADER_BYTES + voxels;
    return await segmentByModel(server, { id, volume, labels, maxBytes, onProgress, signal });
  } catch (cause) {
    if (cause instanceof UnreadableAnswer) return { none: 'bad-labels', details: cause.message };
    if (cause instanceof ModelRefusal) return { none: 'model-refused', details: cause.message };
    if (cause instanceof ModelUnavailable) return { none: 'model-unavailable', details: cause.message };
    throw cause;
  }
};
