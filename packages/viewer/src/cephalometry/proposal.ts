import type { proposeLandmarks } from '@snimok/contract/viewing/landmarks';
import type { BodyOf, ResponseOf } from '@snimok/contract/platform/endpoint';
import type { Vec2 } from '../geometry/vectors.ts';
import type { AnalysisData } from './analyses/analysis-data.ts';
import { landmarksIn } from './measurements.ts';

export type SentPicture = BodyOf<typeof proposeLandmarks>;
type Answer = ResponseOf<typeof proposeLandmarks>;

/** A landmark that a model has proposed; `At` is a place in an X-ray or in a volume. */
export interface Proposed<At> {
  name: string;
  at: At;
  /** 0 to 1; null if the model gives none */
  score: number | null;
}

/** What a model has proposed for one picture, without what a person has left out. */
export interface Proposal<At> {
  model: Answer['model'];
  landmarks: readonly Proposed<At>[];
}

/** The answer with its places in the picture instead of the smaller one that was sent. */
export const proposalOf = <At>(
  { model, landmarks }: Answer,
  every: number,
  place: (pixel: Vec2) => At,
): Proposal<At> => ({
  model,
  landmarks: landmarks.map(({ name, at: [x, y], score }) => ({
    name,
    at: place([(x + 0.5) * every - 0.5, (y + 0.5) * every - 0.5]),
    score,
  })),
});

/** The proposals that a person has not decided about, as far as the analysis needs them, in the order of placing. */
export const openIn = <At>(
  proposal: Proposal<At> | undefined,
  analysis: AnalysisData,
  placed: readonly { name: string }[],
): readonly Proposed<At>[] =>
  proposal
    ? landmarksIn(analysis).flatMap(({ name }) =>
        placed.some((one) => one.name === name) ? [] : proposal.landmarks.filter((one) => one.name === name),
      )
    : [];

/** The one that the next decision is about. */
export const currentOf = <At>(
  open: readonly Proposed<At>[],
  chosen: string | undefined,
): Proposed<At> | undefined => open.find(({ name }) => name === chosen) ?? open[0];

export const without = <At>(proposal: Proposal<At>, name: string): Proposal<At> => ({
  ...proposal,
  landmarks: proposal.landmarks.filter((one) => one.name !== name),
});

export const modelText = ({ name, version }: Proposal<unknown>['model']): string => `${name} ${version}`;

/** «Предложены моделью CephNet 3.1 и подтверждены: S, N»; empty without such landmarks. */
export function confirmedText(
  landmarks: readonly { name: string; proposedBy?: Proposal<unknown>['model'] | undefined }[],
): string {
  const byModel = new Map<string, string[]>();
  for (const { name, proposedBy } of landmarks) {
    if (!proposedBy) continue;
    const model = modelText(proposedBy);
    byModel.set(model, [...(byModel.get(model) ?? []), name]);
  }
  return [...byModel]
    .map(([model, names]) => `Предложены моделью ${model} и подтверждены: ${names.join(', ')}`)
    .join('. ');
}
