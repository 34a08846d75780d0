import { LATERAL_LANDMARKS } from '@snimok/contract/viewing/landmark-names';
import { PROPOSAL_WINDOW } from '@snimok/contract/viewing/landmarks';
import { niftiHeader } from '@snimok/imaging/export/nifti';
import { z } from 'zod';
import { MAX_ANSWER_BYTES, NamedModel, parseAnswer, Score } from '../model-server/answers.ts';
import { askModel, type ModelServer, readSmall } from '../model-server/ask-model.ts';

interface Picture {
  columns: number;
  rows: number;
  /** width and height of a pixel */
  pixelMm: readonly [number, number] | null;
  /** unsigned little-endian words of 16 bits */
  samples: Uint8Array;
}

/** The user waits for the answer, and proxies often end a request after a minute. */
const WITHIN_MS = 50_000;

/**
 * Contract 1. Names of landmarks must be in our list. Only the name and version of the model are shown as the server
 * has written them.
 */
const answerAbout = ({ columns, rows }: Picture) =>
  z.object({
    contract: z.literal(1),
    model: NamedModel,
    landmarks: z
      .array(
        z.object({
          name: z.enum(LATERAL_LANDMARKS),
          x: z
            .number()
            .min(-0.5)
            .max(columns - 0.5),
          y: z
            .number()
            .min(-0.5)
            .max(rows - 0.5),
          score: Score,
        }),
      )
      .max(LATERAL_LANDMARKS.length)
      .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, {
        error: 'names a landmark twice',
      }),
  });
type LandmarkAnswer = z.output<ReturnType<typeof answerAbout>>;

/**
 * Has a model server find the landmarks of a lateral cephalogram (HTTP contract: docs/landmark-server.md). The server gets
 * the pixels and their size, and nothing else about study or patient.
 * @throws ModelRefusal, ModelUnavailable, or the reason of `signal`
 */
export const findLandmarksByModel = (
  server: ModelServer,
  { id, picture, signal }: { id: string; picture: Picture; signal: AbortSignal },
): Promise<LandmarkAnswer> => {
  const image = new Blob([headerOf(picture), picture.samples as Uint8Array<ArrayBuffer>]);
  return askModel(server, {
    id,
    headers: { 'content-type': 'application/x-nifti', 'landmarks-contract': '1' },
    body: () => image,
    withinMs: WITHIN_MS,
    signal,
    take: async (reply) => parseAnswer(answerAbout(picture), await readSmall(reply, MAX_ANSWER_BYTES), 1),
  });
};

const AT = { units: 123, calMax: 124, calMin: 128, qformCode: 252, sformCode: 254 } as const;

/** A picture has no position in the patient, and its pixel size may be unknown. */
const headerOf = ({ columns, rows, pixelMm }: Picture): Uint8Array<ArrayBuffer> => {
  const header = niftiHeader(
    {
      size: [columns, rows, 1],
      spacingMm: [...(pixelMm ?? ([1, 1] as const)), 1],
      originMm: [0, 0, 0],
      directions: [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
      ],
    },
    'uint16',
  );
  const view = new DataView(header.buffer);
  if (!pixelMm) view.setUint8(AT.units, 0);
  view.setFloat32(AT.calMin, PROPOSAL_WINDOW[0], true);
  view.setFloat32(AT.calMax, PROPOSAL_WINDOW[1], true);
  view.setInt16(AT.qformCode, 0, true);
  view.setInt16(AT.sformCode, 0, true);
  return header;
};
