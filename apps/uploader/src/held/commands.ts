import { createPatient, getPatient } from '@snimok/contract/people/patients';
import type { Call } from '@snimok/api-client/call';
import { openPortal, toExitError } from '../portal/connection.ts';
import type { CommandContext } from '../program/context.ts';
import { EXIT, ExitError, usageError } from '../program/exit-error.ts';
import { sentences } from '../program/sentences.ts';
import {
  findHeld,
  type HeldDatabase,
  type HeldStudy,
  listHeld,
  openHeld,
  recordDecision,
} from './held-studies.ts';

/** `snimok held`: the studies that wait for a person. This is no service, so it may print names. */
export const showHeld = (context: CommandContext): Promise<void> =>
  withHeld(context, async (database) => {
    const studies = listHeld(database);
    context.print(studies.length === 0 ? sentences.nothingHeld : sentences.heldList(studies));
  });

/** An existing patient, or the client of a new one. */
type Target = { patientID: number } | { doctorID: number };

/** `snimok held confirm N …`: the running service sends the study to this patient. */
export const confirmHeld = (context: CommandContext, number: number, target: Target): Promise<void> =>
  withHeld(context, async (database) => {
    const study = requireHeld(database, number);
    const { call } = openPortal(context);
    const patient = await findOrCreatePatient(call, study, target).catch((problem) => {
      throw toExitError(problem);
    });
    const { doctorID, patientID } = patient;
    if (!recordDecision(database, number, { action: 'confirm', doctorID, patientID }))
      throw noSuchStudy(number);
    context.log('held-decision', { number, action: 'confirm', patientID });
    context.print(sentences.heldConfirmed(number, study.header, patient));
  });

/** `snimok held reject N`: the study is never sent. */
export const rejectHeld = (context: CommandContext, number: number): Promise<void> =>
  withHeld(context, async (database) => {
    requireHeld(database, number);
    if (!recordDecision(database, number, { action: 'reject' })) throw noSuchStudy(number);
    context.log('held-decision', { number, action: 'reject' });
    context.print(sentences.heldRejected(number));
  });

async function withHeld(
  { paths }: CommandContext,
  work: (database: HeldDatabase) => Promise<void>,
): Promise<void> {
  const database = openHeld(paths.ledgers);
  try {
    await work(database);
  } finally {
    database.close();
  }
}

const noSuchStudy = (number: number) => new ExitError(EXIT.refused, sentences.notHeld(number));

function requireHeld(database: HeldDatabase, number: number): HeldStudy {
  const study = findHeld(database, number);
  if (!study) throw noSuchStudy(number);
  return study;
}

async function findOrCreatePatient(call: Call, { header }: HeldStudy, target: Target) {
  if ('patientID' in target) return call(getPatient, { params: { patientID: target.patientID } });
  const { name, birthday, sex } = header;
  if (name === null || birthday === null || sex === null) throw usageError(sentences.incompleteForNew);
  const { doctorID } = target;
  const { patientID } = await call(createPatient, {
    params: { doctorID },
    body: { name, birthday, sex, phone: null },
  });
  return { doctorID, patientID, name, birthday };
}
