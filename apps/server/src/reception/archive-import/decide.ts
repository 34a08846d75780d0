import type { ImportDecision, ImportRowState } from '@snimok/contract/reception/archive-import-values';
import type { z } from 'zod';
import { accountOf } from '../../platform/access/actor.ts';
import { type Caller, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid } from '../../platform/errors/errors.ts';
import { assertBirthdayPast } from '../../people/patients/birthday.ts';
import { findPatient } from '../../people/patients/queries.ts';
import { assertClient } from './create-import.ts';
import { deleteInstances } from './instance-queries.ts';
import { lockImport } from './import-queries.ts';
import { sentences } from './sentences.ts';
import {
  findRow,
  lockRow,
  type Proposal,
  redirectFollowers,
  type StudyOfImport,
  updateDecision,
} from './study-queries.ts';

type Decision = z.output<typeof ImportDecision>;

/** States in which the portal has nothing of the study. */
const CHANGEABLE: readonly ImportRowState[] = ['waiting', 'failed', 'left-out'];

/**
 * Records what a person decides about a study of the archive. Other studies that were to get the new card of this study
 * follow the decision.
 * @throws Problem 409 if the import runs or has ended, or the study is imported
 */
export const decideStudy = async (
  context: Context,
  { who, by }: Caller,
  { importID, rowID }: { importID: number; rowID: number },
  decision: Decision,
): Promise<void> => {
  const { db, clock } = context;
  if (decision.outcome === 'existing') await findPatient(db, who, decision.patientID);
  if (decision.outcome === 'new' && decision.birthday !== null) assertBirthdayPast(clock, decision.birthday);
  await db.transaction().execute(async (tx) => {
    const { state } = await lockImport(tx, importID);
    const row = await findRow(tx, importID, rowID);
    const isOpen = state === 'planned' || state === 'paused';
    if (!isOpen || !CHANGEABLE.includes(row.state as ImportRowState)) throw conflict(sentences.notChangeable);
    await deleteInstances(tx, rowID);
    const decided = { decidedBy: accountOf(who), decidedAt: clock.now(), reason: null };
    const change = await changeOf(tx, row, decision);
    if (change.sameAs) await redirectFollowers(tx, rowID, change.sameAs);
    await updateDecision(tx, rowID, { ...decided, ...change });
    await record(tx, by, {
      action: 'archive.decide',
      patientID: decision.outcome === 'existing' ? decision.patientID : null,
      details: { importID, rowID, outcome: decision.outcome },
    });
  });
};

const changeOf = async (tx: Tx, row: StudyOfImport, decision: Decision): Promise<Partial<Proposal>> => {
  const none = { patientID: null, sameAs: null };
  if (decision.outcome === 'left-out') return { ...none, outcome: 'left-out', reason: 'by-person' };
  if (decision.outcome === 'existing') return { ...none, outcome: 'existing', patientID: decision.patientID };
  if (decision.outcome === 'new') {
    const { doctorID: clientID, name, birthday, sex, phone } = decision;
    await assertClient(tx, clientID);
    // the card exists already if the study failed after its creation
    const patientID = row.outcome === 'new' && row.sameAs === null ? row.patientID : null;
    return { outcome: 'new', patientID, sameAs: null, clientID, name, birthday, sex, phone };
  }
  const chosen = await findRow(tx, row.importID, decision.rowID);
  const head = await lockRow(tx, chosen.sameAs ?? chosen.id);
  if (head.id === row.id) throw invalid(sentences.sameAsItself);
  if (head.outcome !== 'new') throw conflict(sentences.noNewCard);
  return { ...none, outcome: 'new', sameAs: head.id };
};
