import { isDeepStrictEqual } from 'node:util';
import { type PartChange } from '@snimok/contract/reporting/report-drafts';
import { REPORT_LIMITS } from '@snimok/contract/reporting/report-templates';
import type { z } from 'zod';
import { accountOf } from '../../../platform/access/actor.ts';
import type { Caller } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { conflict, invalid } from '../../../platform/errors/errors.ts';
import { reportSentences } from '../report-rows/sentences.ts';
import { findStudy, type StudyRow } from '../../../studies/studies/study-rows/queries.ts';
import { publishReportChange } from '../../../studies/studies/study-rows/report-state.ts';
import { requireDraft } from './draft.ts';
import {
  listParts,
  type Part,
  type PartValue,
  putPart,
  type StoredPart,
  updateDraft,
} from '../report-rows/draft-queries.ts';
import { modelOf } from './model-findings.ts';
import { presentPart, textPartsOf } from '../report-rows/parts.ts';
import { findKeyImage } from './sources.ts';

type Change = z.output<typeof PartChange>;

const MOST = {
  finding: REPORT_LIMITS.findings,
  picture: REPORT_LIMITS.pictures,
  measurement: REPORT_LIMITS.measurements,
};

/**
 * The value to be stored. A picture is copied from the key image, and stays when only its caption changes. The model of a
 * finding stays as well, because earlier versions of the web app do not send it.
 */
const valueOf = async (
  tx: Tx,
  study: StudyRow,
  change: Change,
  stored: StoredPart | undefined,
): Promise<PartValue> => {
  if (change.kind === 'finding' && change.value) {
    const { accepted, ...finding } = change.value;
    const before = stored?.value;
    const kept = before && typeof before === 'object' && 'teeth' in before ? before.model : undefined;
    const model = await modelOf(tx, study, accepted, kept);
    return { ...finding, ...(model && { model }) };
  }
  if (change.kind !== 'picture') return change.value;
  if (change.value === null) return null;
  const { keyImageUUID } = change.value;
  const before = stored?.value;
  if (before && typeof before === 'object' && 'picture' in before && before.keyImageUUID === keyImageUUID)
    return { ...change.value, picture: before.picture };
  const { picture } = await findKeyImage(tx, study, keyImageUUID);
  return { ...change.value, picture };
};

const requireSpace = (kind: Change['kind'], stored: ReadonlyMap<string, StoredPart>): void => {
  if (kind === 'text') return;
  const present = [...stored.values()].filter(
    ({ part, value }) => part.startsWith(`${kind}:`) && value !== null,
  );
  if (present.length > MOST[kind]) throw conflict(reportSentences.tooManyItems);
};

interface Saved {
  version: number;
  savedAt: string;
  saved: { part: string; version: number }[];
  conflicts: Part[];
}

/**
 * Saves each part whose stored version is the one on which the change is based. Other parts are conflicts and are returned as
 * they are stored. A part that already has the new value is not a conflict, because the request may be repeated.
 */
export const saveDraft = (
  { db, clock }: Context,
  { who }: Pick<Caller, 'who'>,
  studyID: number,
  { draftUUID, changes }: { draftUUID?: string | undefined; changes: readonly Change[] },
): Promise<Saved> =>
  db.transaction().execute(async (tx) => {
    const study = await findStudy(tx, who, studyID);
    const draft = await requireDraft(tx, study.id, draftUUID);
    const stored = new Map((await listParts(tx, study.id)).map((part) => [part.part, part]));
    const texts = textPartsOf(draft);
    const now = clock.now();
    const by = accountOf(who);
    const answer: Saved = { version: draft.version, savedAt: now.toISOString(), saved: [], conflicts: [] };
    let isChanged = false;
    for (const change of changes) {
      const { kind, part, version } = change;
      if (kind === 'text' && !texts.includes(part)) throw invalid(reportSentences.noSuchPart);
      const before = stored.get(part);
      const value = await valueOf(tx, study, change, before);
      const isSame = before ? isDeepStrictEqual(before.value, value) : value === null || value === '';
      if (isSame) answer.saved.push({ part, version: before?.version ?? 0 });
      else if ((before?.version ?? 0) !== version) {
        // the client knows this part and the draft does not have it: it belongs to a draft that was discarded
        if (!before) throw conflict(reportSentences.draftChanged);
        answer.conflicts.push(presentPart(before));
      } else {
        const after = { part, value, version: version + 1, changedByName: '', changedAt: now };
        stored.set(part, after);
        requireSpace(kind, stored);
        await putPart(tx, study.id, after, { by, now });
        answer.saved.push({ part, version: after.version });
        isChanged = true;
      }
    }
    if (!isChanged) return answer;
    answer.version = draft.version + 1;
    await updateDraft(tx, study.id, { version: answer.version, changedBy: by, changedAt: now });
    await publishReportChange(tx, study.id);
    return answer;
  });
