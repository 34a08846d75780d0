import type { Finding } from '@snimok/contract/reporting/report-drafts';
import { FINDINGS, STRUCTURES } from '@snimok/contract/viewing/segmentation-labels';
import type { z } from 'zod';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict } from '../../../platform/errors/errors.ts';
import { reportSentences } from '../report-rows/sentences.ts';
import { findSegmentation } from '../../../studies/segmentations/queries.ts';
import { listResults } from '../../../studies/segmentations/result-queries.ts';
import type { StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { resultOf } from '../../../viewing/segmentation-review/present.ts';

type ReportedFinding = z.output<typeof Finding>;
type OfModel = NonNullable<ReportedFinding['model']>;
type Named = Pick<OfModel, 'finishedAt' | 'number'>;

const isSame = (one: Named | undefined, other: Named): boolean =>
  one?.finishedAt === other.finishedAt && one.number === other.number;

/** The findings that a model has proposed and a person has accepted, in the words of a report. */
export const listAccepted = async (
  tx: Tx,
  { objectID }: Pick<StudyRow, 'objectID'>,
): Promise<(ReportedFinding & { model: OfModel })[]> => {
  const row = objectID === null ? undefined : await findSegmentation(tx, objectID);
  const model = resultOf(row)?.model;
  if (!row?.finishedAt || !model) return [];
  const finishedAt = row.finishedAt.toISOString();
  return (await listResults(tx, row)).flatMap(({ number, label, finding, state, decidedByName }) => {
    const structure = STRUCTURES.get(label);
    if (state !== 'accepted' || finding === null || !structure) return [];
    const { tooth, name } = structure;
    return [
      {
        teeth: tooth === null ? [] : [String(tooth)],
        text: tooth === null ? `${name}: ${FINDINGS[finding].toLowerCase()}` : FINDINGS[finding],
        model: { ...model, finishedAt, number, acceptedByName: decidedByName ?? '' },
      },
    ];
  });
};

/**
 * The model of a finding that is saved: the model of the accepted result that the request names, or the stored
 * model.
 */
export const modelOf = async (
  tx: Tx,
  study: StudyRow,
  accepted: Named | undefined,
  stored: OfModel | undefined,
): Promise<OfModel | undefined> => {
  if (!accepted || isSame(stored, accepted)) return stored;
  const found = (await listAccepted(tx, study)).find(({ model }) => isSame(model, accepted));
  if (!found) throw conflict(reportSentences.findingNotAccepted);
  return found.model;
};

/** Throws unless every finding of a model is still accepted. Findings of the earlier report were accepted when it was signed. */
export const requireAccepted = async (
  tx: Tx,
  study: StudyRow,
  findings: readonly ReportedFinding[],
  signed: readonly ReportedFinding[],
): Promise<void> => {
  const named = findings.flatMap(({ model }) => model ?? []);
  if (named.length === 0) return;
  const known = [...(await listAccepted(tx, study)), ...signed];
  if (!named.every((one) => known.some(({ model }) => isSame(model, one))))
    throw conflict(reportSentences.findingNotAccepted);
};
