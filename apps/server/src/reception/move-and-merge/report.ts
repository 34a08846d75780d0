import type { AuditAction } from '@snimok/contract/administration/history-labels';
import { listWanting } from '../../people/accounts/account-rows/letter-choices.ts';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { initialsOf } from '../../platform/letters/initials.ts';
import { enqueueLetter } from '../../platform/letters/letters.ts';
import type { RecordsMovedFacts } from '../../platform/letters/moved-templates.ts';
import { notifyClient } from '../../platform/notices/notify.ts';
import { publish } from '../../platform/realtime/publish.ts';

interface Client {
  id: number;
}

interface Card {
  id: number;
  name: string;
  doctorID: number;
}

/** A change that was just made or undone. */
interface Report {
  reassignmentID: number;
  kind: 'study' | 'patient' | 'merge';
  undone: boolean;
  /** where the studies were, and where they are now */
  from: Card;
  to: Card;
  /** the client to whom they belong now */
  clientID: number;
  studyIDs: number[];
  /** clients who see more than before, clients who see less, and all clients who see the patient now */
  gains: Client[];
  loses: Client[];
  after: Client[];
}

/** Pages refetch what they show of a patient after any event about it; more events would add nothing. */
const MAX_STUDY_EVENTS = 20;

/** Writes the history of both patients, and queues the events for open pages and the letters to the affected clients. */
export const reportChange = async (
  tx: Tx,
  context: Context,
  by: Initiator,
  report: Report,
): Promise<void> => {
  await recordChange(tx, by, report);
  await publishChange(tx, report);
  await enqueueLetters(tx, context, report);
};

const ACTIONS: Record<Report['kind'], [onFrom: AuditAction, onTo: AuditAction]> = {
  study: ['study.move-out', 'study.move-in'],
  patient: ['patient.move', 'patient.move'],
  merge: ['patient.merge', 'patient.merge'],
};

const recordChange = async (tx: Tx, by: Initiator, report: Report): Promise<void> => {
  const { reassignmentID, kind, undone, from, to, clientID, studyIDs } = report;
  const [onFrom, onTo] = undone ? (['reassignment.undo', 'reassignment.undo'] as const) : ACTIONS[kind];
  const study = kind === 'study' ? { studyID: studyIDs[0] ?? null } : {};
  await record(tx, by, {
    action: onFrom,
    patientID: from.id,
    doctorID: from.doctorID,
    ...study,
    details: { reassignmentID, toPatientID: to.id, toDoctorID: clientID },
  });
  if (from.id === to.id) return;
  await record(tx, by, {
    action: onTo,
    patientID: to.id,
    doctorID: clientID,
    ...study,
    details: { reassignmentID, fromPatientID: from.id, fromDoctorID: from.doctorID },
  });
};

const publishChange = async (tx: Tx, report: Report): Promise<void> => {
  const { from, to, studyIDs, gains, loses, after } = report;
  const clients = new Set([...gains, ...loses, ...after].map(({ id }) => id));
  const audience = ['assistants' as const, ...[...clients].map((accountID) => ({ accountID }))];
  for (const patientID of new Set([from.id, to.id]))
    for (const studyID of studyIDs.slice(0, MAX_STUDY_EVENTS))
      await publish(tx, audience, { type: 'study_updated', data: { studyID, patientID } });
  await publish(tx, audience, { type: 'counters_changed', data: {} });
};

/** One letter to each person of the affected clients who wants letters about studies. */
const enqueueLetters = async (tx: Tx, { config, clock }: Context, report: Report): Promise<void> => {
  const { publicURL } = config;
  const { kind, undone, from, to, clientID, gains, loses } = report;
  const letters = new Map<number, Pick<RecordsMovedFacts, 'effect'>['effect']>();
  // the client of both cards sees the studies before and after the change
  if (from.doctorID === clientID) letters.set(clientID, 'stays');
  for (const { id } of gains) letters.set(id, 'gained');
  for (const { id } of loses) if (!letters.has(id)) letters.set(id, 'lost');
  for (const [accountID, effect] of letters) {
    const patient = initialsOf((effect === 'lost' ? from : to).name);
    const patientURL =
      effect === 'lost' ? {} : { patientURL: `${publicURL}/doctor-area/patients/${to.id}/studies` };
    for (const { name, email } of await listWanting(tx, accountID, 'studies'))
      await enqueueLetter(
        tx,
        'records-moved',
        { ofAccount: email },
        { name, kind, effect, undone, patient, ...patientURL },
      );
    await notifyClient(tx, { config, now: clock.now() }, accountID, {
      kind: 'studies',
      about: `moved:${report.reassignmentID}`,
      title: 'Исследования перенесены',
      body: 'Центр исправил, к какой карточке они относятся.',
      path: effect === 'lost' ? '/doctor-area/' : `/doctor-area/patients/${to.id}/studies`,
      line: `Перенесены исследования: ${patient}`,
    });
  }
};
