import { z } from 'zod';
import { LATERAL_LANDMARKS } from './landmark-names.ts';

/** The model that has proposed something. */
export const ProposingModel = z.object({
  name: z.string().min(1).max(100),
  version: z.string().min(1).max(50),
});

/** The body is JSON of at most 8 MB; larger pictures are sent at a lower resolution. */
export const MOST_PROPOSAL_PIXELS = 3_000_000;
/** The samples that the initial window of the picture shows black and white. Samples beyond it are not lost. */
export const PROPOSAL_WINDOW = [16_384, 49_152] as const;

const Side = z.number().int().min(1).max(32_767);
const PixelMm = z.number().positive().max(100);

export const proposeLandmarks = {
  method: 'POST',
  url: '/viewer/landmark-proposals',
  access: { assistant: 'studies', doctor: 'clinicians' },
  schema: {
    summary:
      "Landmarks that the centre's model proposes for a lateral cephalogram; nothing is saved. 404 without LANDMARKS_URL, 503 with a sentence if the model does not answer or cannot read the picture",
    body: z
      .object({
        columns: Side,
        rows: Side,
        /** width and height of a pixel in millimetres; null if they are unknown */
        pixelMm: z.tuple([PixelMm, PixelMm]).nullable(),
        /** base64 of unsigned little-endian words of 16 bits, row by row from the top; a denser part has a higher value */
        pixels: z.string().max(8_000_000),
      })
      .refine(({ columns, rows }) => columns * rows <= MOST_PROPOSAL_PIXELS),
    response: {
      200: z.object({
        model: ProposingModel,
        landmarks: z.array(
          z.object({
            name: z.enum(LATERAL_LANDMARKS),
            /** column and row of the sent picture; pixel centres are at integers */
            at: z.tuple([z.number(), z.number()]),
            /** 0 to 1; null if the model gives none */
            score: z.number().nullable(),
          }),
        ),
      }),
    },
  },
} as const;
