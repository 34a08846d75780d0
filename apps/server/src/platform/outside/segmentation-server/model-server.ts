import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { MAX_ANSWER_BYTES, ModelRefusal } from '../model-server/answers.ts';
import { askModel, type ModelServer, readSmall, tooLong } from '../model-server/ask-model.ts';
import { type ModelAnswer, readAnswer } from './answer.ts';

interface SegmentationRequest {
  /** identifies the segmentation; the same in every attempt */
  id: string;
  /** path of the file with the volume, NIfTI-1 */
  volume: string;
  /** path of the file to create for the labels, NIfTI-1 */
  labels: string;
  /** the largest file of labels that is accepted */
  maxBytes: number;
  /** called with a fraction between 0 and 1 */
  onProgress: (done: number) => Promise<void>;
  signal: AbortSignal;
}

const WITHIN_MS = 30 * 60_000;

/**
 * Has a volume segmented by a model server (HTTP contract: docs/segmentation-server.md). The server gets the voxels and
 * their positions, and nothing else about study or patient. Returns what the server says about the labels; null from a
 * server with contract 1, whose answer consists of the labels alone.
 * @throws ModelRefusal, ModelUnavailable, or the reason of `signal`
 */
export const segmentByModel = async (
  server: ModelServer,
  request: SegmentationRequest,
): Promise<ModelAnswer | null> => {
  const { id, volume, onProgress, signal } = request;
  const { size } = await stat(volume);
  return askModel<ModelAnswer | null>(server, {
    id,
    headers: {
      'content-type': 'application/x-nifti',
      'content-length': String(size),
      'segmentation-contract': '2',
    },
    body: () => Readable.toWeb(createReadStream(volume)) as unknown as BodyInit,
    withinMs: WITHIN_MS,
    onProgress,
    signal,
    // the labels, or in contract 2 a description that says where the labels are
    take: async (reply, get) => {
      if (!/^application\/json\b/i.test(reply.headers.get('content-type') ?? '')) {
        await saveLabels(reply, request);
        return null;
      }
      const answer = readAnswer(await readSmall(reply, MAX_ANSWER_BYTES));
      await saveLabels(await get(answer.labels, 'labels that are not'), request);
      return answer;
    },
  });
};

const saveLabels = async (
  reply: Response,
  { labels, maxBytes, signal }: SegmentationRequest,
): Promise<void> => {
  if (!reply.body) throw new ModelRefusal('status 200 without labels');
  const source = Readable.fromWeb(reply.body as ReadableStream);
  await pipeline(source, atMost(maxBytes), createWriteStream(labels, { mode: 0o600 }), { signal });
};

const atMost = (maxBytes: number): Transform => {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passed += chunk.length;
      if (passed > maxBytes) done(tooLong(maxBytes));
      else done(null, chunk);
    },
  });
};
