import { StudyType } from '@snimok/contract/studies/studies';
import { z } from 'zod';
import { StudyHeader } from './header.ts';
import type { LocalFile } from './local-file.ts';
import type { Ledger } from './ledger.ts';

/**
 * `ready` → `placed` (has a patient) → `created` (has a study in the portal) → `sent` (upload closed) → `done`. `held`
 * waits for a decision by a person and is retried, because the portal may have the patient meanwhile; `unconfirmed` waits
 * for a person only. `failed` and `rejected` (by a person) are final. The ledger stores these names.
 */
const DeliveryState = z.enum([
  'ready',
  'placed',
  'created',
  'sent',
  'done',
  'held',
  'unconfirmed',
  'failed',
  'rejected',
]);

const Delivery = z.object({
  id: z.number(),
  /** UID of the DICOM study; empty for files sent by `snimok upload` */
  studyUID: z.string(),
  /**
   * 1, or more for files that appeared after the study was sent; negative while `unconfirmed` and once `rejected`, so that
   * forged files do not take the number of the real study
   */
  number: z.number(),
  state: DeliveryState,
  type: StudyType,
  comment: z.string(),
  pictures: z.number(),
  header: z.string().transform((text) => StudyHeader.parse(JSON.parse(text))),
  /** the study of this delivery has a greater id: studies up to this id existed before it */
  afterStudyID: z.number().nullable(),
  doctorID: z.number().nullable(),
  patientID: z.number().nullable(),
  studyID: z.number().nullable(),
  note: z.string().nullable(),
  /** `AET@address` of a sender that is not listed */
  sender: z.string().nullable(),
});
export type Delivery = z.infer<typeof Delivery>;

type NewDelivery = Pick<Delivery, 'studyUID' | 'number' | 'type' | 'comment' | 'pictures' | 'header'> &
  Partial<Pick<Delivery, 'state' | 'doctorID' | 'patientID' | 'note' | 'sender'>>;

export function insertDelivery(ledger: Ledger, delivery: NewDelivery): number {
  const { lastInsertRowid } = ledger
    .prepare(
      `insert into parts (studyUID, number, state, type, comment, pictures, header, doctorID, patientID, note, sender)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      delivery.studyUID,
      delivery.number,
      delivery.state ?? 'ready',
      delivery.type,
      delivery.comment,
      delivery.pictures,
      JSON.stringify(delivery.header),
      delivery.doctorID ?? null,
      delivery.patientID ?? null,
      delivery.note ?? null,
      delivery.sender ?? null,
    );
  return Number(lastInsertRowid);
}

export const findDelivery = (ledger: Ledger, id: number): Delivery =>
  Delivery.parse(ledger.prepare('select * from parts where id = ?').get(id));

/** Deliveries that are on their way to the portal, oldest first. */
export const listOpenDeliveries = (ledger: Ledger): Delivery[] =>
  ledger
    .prepare(
      `select * from parts where state not in ('done', 'failed', 'unconfirmed', 'rejected') order by id`,
    )
    .all()
    .map((row) => Delivery.parse(row));

/** Deliveries that need a person. */
export const listProblemDeliveries = (ledger: Ledger): Delivery[] =>
  ledger
    .prepare(`select * from parts where state in ('held', 'unconfirmed', 'failed') order by id`)
    .all()
    .map((row) => Delivery.parse(row));

const isIn = (states: readonly string[]) => `state in (${states.map(() => '?').join(', ')})`;

/** Deliveries in some states, newest first. */
export const listNewestDeliveries = (ledger: Ledger, states: readonly string[], limit: number): Delivery[] =>
  ledger
    .prepare(`select * from parts where ${isIn(states)} order by id desc limit ?`)
    .all(...states, limit)
    .map((row) => Delivery.parse(row));

export const countDeliveries = (ledger: Ledger, states: readonly string[]): number =>
  Number(ledger.prepare(`select count(*) as count from parts where ${isIn(states)}`).get(...states)?.count);

/** The newest delivery in any state. */
export function lastDelivery(ledger: Ledger): Delivery | undefined {
  const row = ledger.prepare('select * from parts order by id desc limit 1').get();
  return row && Delivery.parse(row);
}

/** Deliveries that wait for a person who knows the patient. */
export const listUndecidedDeliveries = (ledger: Ledger): Delivery[] =>
  listProblemDeliveries(ledger).filter(
    ({ state, patientID }) => state === 'unconfirmed' || (state === 'held' && patientID === null),
  );

export const findLastNumber = (ledger: Ledger, studyUID: string): number =>
  Number(
    ledger.prepare('select max(number) as number from parts where studyUID = ? and number > 0').get(studyUID)
      ?.number ?? 0,
  );

/** A free negative number, for a delivery that is `unconfirmed` or `rejected`. */
export const findNumberAside = (ledger: Ledger, studyUID: string): number =>
  Number(
    ledger.prepare('select min(number) as number from parts where studyUID = ? and number < 0').get(studyUID)
      ?.number ?? 0,
  ) - 1;

type Change = Partial<
  Pick<
    Delivery,
    'state' | 'number' | 'comment' | 'afterStudyID' | 'doctorID' | 'patientID' | 'studyID' | 'note'
  >
>;

const DONE_NOW = "doneMs = unixepoch('now') * 1000.0";

/** The change is on the disk when this returns. */
export function updateDelivery(ledger: Ledger, id: number, change: Change): Delivery {
  const names = Object.keys(change) as (keyof Change)[];
  const assignments = [
    ...names.map((name) => `${name} = ?`),
    ...(change.state === 'done' || change.state === 'rejected' ? [DONE_NOW] : []),
  ].join(', ');
  ledger
    .prepare(`update parts set ${assignments} where id = ?`)
    .run(...names.map((name) => change[name] ?? null), id);
  return findDelivery(ledger, id);
}

const DeliveryFile = z.object({ path: z.string(), size: z.number(), filename: z.string() });

/** The files of a delivery with the names under which they are sent. */
export const listFilesOf = (ledger: Ledger, deliveryID: number): { filename: string; file: LocalFile }[] =>
  ledger
    .prepare('select path, size, filename from files where partID = ? order by filename')
    .all(deliveryID)
    .map((row) => DeliveryFile.parse(row))
    .map(({ path, size, filename }) => ({ filename, file: { path, size } }));
