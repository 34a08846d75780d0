import { type FindingCode, SEGMENTED_PARTS, STRUCTURES } from '@snimok/contract/viewing/segmentation-labels';
import type { ModelAnswer } from '../../platform/outside/segmentation-server/answer.ts';
import type { SegmentationResult } from '../processing/parser-tasks/segment-task.ts';

export interface Proposal {
  label: number;
  /** null: the structure itself */
  finding: FindingCode | null;
  score: number | null;
}

/** Anatomy that the portal's own method separates too. A person decides only about what a report can name. */
const UNDECIDED: readonly string[] = SEGMENTED_PARTS;

/** The structures that the labels contain, then the findings. The parts come from a parser process, which is not trusted. */
export const proposalsOf = (
  { structures }: SegmentationResult,
  { structures: scored, findings }: Pick<ModelAnswer, 'structures' | 'findings'>,
): Proposal[] => {
  const scores = new Map(scored.map(({ label, score }) => [label, score]));
  const found = new Set(structures?.parts.map(({ label }) => label));
  const separated = [...found].flatMap((label): Proposal[] => {
    const structure = STRUCTURES.get(label);
    if (!structure || UNDECIDED.includes(structure.kind)) return [];
    return [{ label, finding: null, score: scores.get(label) ?? null }];
  });
  return [...separated, ...findings];
};
