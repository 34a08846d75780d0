import { ERASURE_REQUEST_DAYS } from '@snimok/contract/administration/erasures';
import { accountOf } from '../../platform/access/actor.ts';
import { type Caller, portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { splitWords } from '../../platform/db/search-words.ts';
import { transactionAgain } from '../../platform/db/transaction-again.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';
import { erasureSentences } from '../../people/patients/erasure-sentences.ts';
import { conflict, forbidden, invalid, notFound, tooMany } from '../../platform/errors/errors.ts';
import { enqueue, job, jobKey } from '../../platform/jobs/jobs.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { publishCountersChange, publishStudyChange } from '../../platform/realtime/publish-changes.ts';
import { sentences } from '../../people/patients/sentences.ts';
import {
  countAdministrators,
  listAdministrators,
} from '../../people/accounts/account-rows/administrators.ts';
import { areIndependent, wasAdministratorBefore } from '../../people/accounts/account-rows/independence.ts';
import { findPatientToErase, hidePatient } from '../../people/patients/erasing.ts';
import { keptPatientID, listMergedInto, lockReassignments } from '../../people/patients/merged-patients.ts';
import { findPatientToUndelete } from '../../people/patients/queries.ts';
import { lockPatients } from '../../studies/lifecycle/queries.ts';
import { hideStudiesOf, listStudyIDsOf } from '../../studies/studies/erase-queries.ts';
import { eraseUndoOf } from '../../reception/move-and-merge/erase-undo.ts';
import { erasePatientRows } from './erase.ts';
import { writeToAdministrators } from './letters.ts';
import {
  closeRequest,
  countConfirmed,
  type Erasure,
  expireRequests,
  findRequestEvent,
  insertErasure,
  lockErasure,
  updateBegun,
  updateConfirmed,
} from './queries.ts';

const isSameName = (typed: string, name: string) =>
  splitWords(typed).join(' ') === splitWords(name).join(' ');

/** Asks the other administrators to have all data of a patient erased. The typed name guards against the wrong card. */
export const request = (
  { db, clock }: Context,
  { who, by }: Caller,
  { patientID, name, reason }: { patientID: number; name: string; reason: string },
): Promise<string> =>
  db.transaction().execute(async (tx) => {
    await findPatientToUndelete(tx, who, patientID);
    const patient = await findPatientToErase(tx, patientID);
    if (!patient) throw notFound(sentences.noPatient);
    if (!isSameName(name, patient.name)) throw invalid(erasureSentences.nameDiffers);
    if ((await countAdministrators(tx)) < 2) throw conflict(erasureSentences.needsSecond);
    await expire(tx, clock.now());
    const erasure = await insertErasure(tx, {
      patientID,
      patientCreatedAt: patient.createdAt,
      doctorID: patient.doctorID,
      reason,
      requestedBy: accountOf(who),
      requestedAt: clock.now(),
      expiresAt: after(clock.now(), ERASURE_REQUEST_DAYS * DAY_MS),
    });
    if (!erasure) throw conflict(erasureSentences.alreadyRequested);
    const details = { erasureUUID: erasure.uuid };
    await record(tx, by, { action: 'erasure.request', patientID, doctorID: patient.doctorID, details });
    await publishCountersChange(tx, ['assistants']);
    return erasure.uuid;
  });

/** Locks a request. Throws 403 if the caller made the request, because two persons must decide. */
const lockRequest = async (tx: Tx, { who }: Caller, uuid: string): Promise<Erasure> => {
  const erasure = await lockErasure(tx, uuid);
  if (erasure.requestedBy === accountOf(who)) throw forbidden(erasureSentences.ownRequest);
  return erasure;
};

/** Throws 409 unless the request waits for a decision, or is confirmed and has not begun. */
const assertStoppable = ({ status, expiresAt, eraseAt }: Erasure, now: Date): void => {
  if (status !== 'requested' || (eraseAt === null && expiresAt <= now))
    throw conflict(erasureSentences.notOpen);
};

const assertMayConfirm = async (tx: Tx, { who }: Caller, erasure: Erasure): Promise<void> => {
  const refusal = await refusalFor(tx, accountOf(who), erasure);
  if (refusal !== null) throw forbidden(refusal);
};

/** Why this account may not be the second person of the request; null if it may. */
export const refusalFor = async (
  db: Tx,
  accountID: number,
  { uuid, patientID, requestedBy }: Pick<Erasure, 'uuid' | 'patientID' | 'requestedBy'>,
): Promise<string | null> => {
  if (requestedBy === null || !(await areIndependent(db, requestedBy, accountID)))
    return erasureSentences.notIndependent;
  const requested = await findRequestEvent(db, { uuid, patientID });
  if (requested === undefined || (await wasAdministratorBefore(db, accountID, requested))) return null;
  return erasureSentences.administratorSince;
};

/** Throws 429 if the centre has confirmed `daily` erasures within the last 24 hours. */
const assertBelowLimit = async (tx: Tx, { daily }: Context['config']['erasures'], now: Date) => {
  if ((await countConfirmed(tx, after(now, -DAY_MS))) >= daily)
    throw tooMany(erasureSentences.tooManyErasures, DAY_MS / 1000);
};

/**
 * Confirms the request of another administrator. The erasure begins after a delay: every administrator gets a letter and can
 * stop the erasure meanwhile. If the delay is 0, the erasure begins in the same transaction. The undo of a move or a merge takes
 * the two locks in the opposite order: first its row, then the lock of `lockReassignments`. After a deadlock this transaction is
 * run again.
 * @throws Problem 403 if the caller may not confirm the request (see `refusalFor`); 409 if the card was merged into another card
 * since the request (the data is then on that card)
 */
export const confirm = (context: Context, caller: Caller, uuid: string): Promise<void> =>
  transactionAgain(context.db, async (tx) => {
    const { clock, config } = context;
    const { delayMs } = config.erasures;
    const now = clock.now();
    await lockReassignments(tx);
    const erasure = await lockRequest(tx, caller, uuid);
    assertStoppable(erasure, now);
    if (erasure.eraseAt !== null) throw conflict(erasureSentences.alreadyConfirmed);
    if ((await keptPatientID(tx, erasure.patientID)) !== erasure.patientID)
      throw conflict(erasureSentences.mergedSince);
    await assertMayConfirm(tx, caller, erasure);
    await assertBelowLimit(tx, config.erasures, now);
    const eraseAt = after(now, delayMs);
    await updateConfirmed(tx, uuid, { decidedBy: accountOf(caller.who), decidedAt: now, eraseAt });
    const { patientID, doctorID } = erasure;
    const details = { erasureUUID: uuid };
    await record(tx, caller.by, { action: 'erasure.confirm', patientID, doctorID, details });
    await writeToAdministrators(context, tx, uuid);
    if (delayMs === 0) await begin(tx, erasure, now);
    else await enqueue(tx, beginErasureOf, details, { runAt: eraseAt, key: jobKey(beginErasureOf, uuid) });
    await publishCountersChange(tx, ['assistants']);
  });

const begin = async (tx: Tx, erasure: Erasure, now: Date): Promise<void> => {
  await updateBegun(tx, erasure.uuid);
  await beginErasure(tx, erasure, now);
};

/**
 * The job after the delay. In one transaction the card and its studies disappear from every list and lookup, which also ends
 * viewers, downloads and uploads; another job then deletes the data. Nothing is erased if the request was stopped, if
 * the requester or the confirmer is no longer an administrator, or if the card was merged into another one.
 * @internal
 */
export const beginConfirmed = (
  { db, clock }: Context,
  { erasureUUID }: { erasureUUID: string },
): Promise<void> =>
  transactionAgain(db, async (tx) => {
    const now = clock.now();
    await lockReassignments(tx);
    const erasure = await lockErasure(tx, erasureUUID);
    const { status, eraseAt, patientID, doctorID, requestedBy, decidedBy } = erasure;
    if (status !== 'requested' || eraseAt === null || eraseAt > now) return;
    const administrators = new Set((await listAdministrators(tx)).map(({ id }) => id));
    const isStill = [requestedBy, decidedBy].every((id) => id !== null && administrators.has(id));
    if (isStill && (await keptPatientID(tx, patientID)) === patientID) return begin(tx, erasure, now);
    await closeRequest(tx, erasureUUID, { status: 'expired', decidedBy, now });
    const details = { erasureUUID };
    await record(tx, portalInitiator, { action: 'erasure.expire', patientID, doctorID, details });
    await publishCountersChange(tx, ['assistants']);
  });

export const beginErasureOf = job('begin-erasure', { attempts: 500, pool: 'short', run: beginConfirmed });

/** Hides the patient and the cards that were merged into this one, and enqueues the job that deletes the rows. */
export const beginErasure = async (
  tx: Tx,
  { uuid, patientID }: Pick<Erasure, 'uuid' | 'patientID'>,
  now: Date,
): Promise<void> => {
  await lockReassignments(tx);
  const cards = [patientID, ...(await listMergedInto(tx, patientID))];
  await lockPatients(tx, cards);
  for (const studyID of await listStudyIDsOf(tx, patientID))
    await publishStudyChange(tx, { studyID, patientID });
  await hideStudiesOf(tx, patientID, now);
  for (const card of cards) await hidePatient(tx, card, now);
  await eraseUndoOf(tx, cards);
  await enqueue(tx, erasePatientRows, { erasureUUID: uuid }, { key: jobKey(erasePatientRows, uuid) });
  await publishCountersChange(tx, ['assistants']);
};

export const refuse = ({ db, clock }: Context, caller: Caller, uuid: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const erasure = await lockRequest(tx, caller, uuid);
    assertStoppable(erasure, clock.now());
    await close(tx, caller, erasure, 'refused', clock.now());
  });

export const withdraw = ({ db, clock }: Context, caller: Caller, uuid: string): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const erasure = await lockErasure(tx, uuid);
    if (erasure.requestedBy !== accountOf(caller.who)) throw forbidden(erasureSentences.notOwnRequest);
    assertStoppable(erasure, clock.now());
    await close(tx, caller, erasure, 'withdrawn', clock.now());
  });

const close = async (
  tx: Tx,
  { who, by }: Caller,
  { uuid, patientID, doctorID }: Erasure,
  status: 'refused' | 'withdrawn',
  now: Date,
): Promise<void> => {
  await closeRequest(tx, uuid, { status, decidedBy: accountOf(who), now });
  const action = status === 'refused' ? 'erasure.refuse' : 'erasure.withdraw';
  await record(tx, by, { action, patientID, doctorID, details: { erasureUUID: uuid } });
  await publishCountersChange(tx, ['assistants']);
};

const expire = async (tx: Tx, now: Date): Promise<void> => {
  for (const { uuid, patientID, doctorID } of await expireRequests(tx, now)) {
    const details = { erasureUUID: uuid };
    await record(tx, portalInitiator, { action: 'erasure.expire', patientID, doctorID, details });
  }
};

/** Sets requests that are still open after seven days to `expired`, and records each. */
export const expireOldRequests = ({ db, clock }: Context): Promise<void> =>
  db.transaction().execute((tx) => expire(tx, clock.now()));
