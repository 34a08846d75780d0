import { randomUUID } from 'node:crypto';
import type { proposeLandmarks } from '@snimok/contract/viewing/landmarks';
import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import { countAttempt } from '../../people/accounts/limits/throttle.ts';
import { accountOf } from '../../platform/access/actor.ts';
import type { Caller } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { HOUR_MS } from '../../platform/time-and-sizes/duration.ts';
import { invalid, notFound, Problem } from '../../platform/errors/errors.ts';
import { findLandmarksByModel } from '../../platform/outside/landmarks/landmark-server.ts';
import { ModelRefusal, UnreadableAnswer } from '../../platform/outside/model-server/answers.ts';
import { ModelUnavailable } from '../../platform/outside/model-server/ask-model.ts';
import { sentences as ofHTTP } from '../../platform/http/sentences.ts';
import { subjectOf } from '../../studies/studies/study-rows/audit-subject.ts';
import type { ViewableStudy } from './viewed-study/queries.ts';
import { sentences } from './sentences.ts';

/** Far more than a person confirms in an hour. */
const HOURLY = { attempts: 60, windowMs: HOUR_MS, isDurable: false };
const BYTES_PER_PIXEL = 2;

/**
 * Asks the centre's model for the landmarks of a picture that the viewer shows. Nothing is stored: a person confirms each
 * landmark in the viewer, and only then is it saved with the person's annotations.
 * @throws Problem 404 without such a model, 503 if it gives no usable answer
 */
export const propose = async (
  context: Context,
  { who, by }: Caller,
  study: ViewableStudy,
  { pixels, ...shape }: BodyOf<typeof proposeLandmarks>,
  signal: AbortSignal,
): Promise<ResponseOf<typeof proposeLandmarks>> => {
  const { url, token } = context.config.landmarkServer;
  if (url === undefined) throw notFound(ofHTTP.noSuchEndpoint);
  const samples = Buffer.from(pixels, 'base64');
  if (samples.length !== shape.columns * shape.rows * BYTES_PER_PIXEL)
    throw invalid(sentences.landmarksNotOfSize);
  const limit = { ...HOURLY, key: `landmarks:account:${accountOf(who)}` };
  await countAttempt(context, [limit], sentences.tooManyLandmarkProposals);
  context.auditBuffer.add(by, { action: 'study.propose-landmarks', ...subjectOf(study) });
  try {
    const request = { id: randomUUID(), picture: { ...shape, samples }, signal };
    const { model, landmarks } = await findLandmarksByModel({ url, token }, request);
    return { model, landmarks: landmarks.map(({ name, x, y, score }) => ({ name, at: [x, y], score })) };
  } catch (cause) {
    // after the client has disconnected nothing is read, and an abort is not a defect of the portal
    const sentence = signal.aborted ? sentences.landmarksUnavailable : sentenceFor(cause);
    if (sentence === undefined) throw cause;
    context.log.info({ studyID: study.id, details: (cause as Error).message }, 'no landmarks were proposed');
    throw new Problem(503, sentence);
  }
};

const sentenceFor = (cause: unknown): string | undefined => {
  if (cause instanceof UnreadableAnswer) return sentences.landmarksUnreadable;
  if (cause instanceof ModelRefusal) return sentences.landmarksRefused;
  return cause instanceof ModelUnavailable ? sentences.landmarksUnavailable : undefined;
};
