import type {
  ArchiveImport,
  ArchiveImportState,
  ImportOutcome,
  ImportReason,
  ImportRowState,
  ImportStudy,
} from '@snimok/contract/reception/archive-import-values';
import type { z } from 'zod';
import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { listCandidates } from '../scan-intake/queries.ts';
import type { ImportRow } from './import-queries.ts';
import type { StudyOfImport } from './study-queries.ts';

type Presented = z.input<typeof ArchiveImport>;

const timeOf = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

export const presentImport = (row: ImportRow): Presented => ({
  importID: row.id,
  // written by create-import.ts
  source: row.source as Presented['source'],
  state: row.state as ArchiveImportState,
  problem: row.problem as Presented['problem'],
  client: row.clientID === null ? null : { doctorID: row.clientID, name: row.clientName ?? '' },
  rateBytesSecond: row.rateBytesSecond,
  hours:
    row.fromMinute === null || row.toMinute === null
      ? null
      : { from: timeOf(row.fromMinute), to: timeOf(row.toMinute) },
  createdBy: row.creatorName,
  createdAt: row.createdAt.toISOString(),
  plannedAt: row.plannedAt?.toISOString() ?? null,
  confirmedBy: row.confirmerName,
  confirmedAt: row.confirmedAt?.toISOString() ?? null,
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

/** With the cards that the caller sees. */
export const presentRows = async (
  db: Tx,
  who: Actor,
  rows: StudyOfImport[],
): Promise<z.input<typeof ImportStudy>[]> => {
  const ids = rows.flatMap(({ patientID, candidates }) => [...candidates, ...(patientID ? [patientID] : [])]);
  const cards = new Map(
    (await listCandidates(db, who, [...new Set(ids)])).map(({ phone: _, ...card }) => [card.patientID, card]),
  );
  return rows.map((row) => ({
    rowID: row.id,
    studyInstanceUID: row.studyInstanceUID,
    source: {
      patientName: row.sourceName,
      patientID: row.sourcePatientID,
      birthDate: row.sourceBirthDate,
      sex: row.sourceSex,
      studyDate: row.sourceStudyDate,
      studyTime: row.sourceStudyTime,
      accessionNumber: row.accessionNumber,
      referringPhysician: row.referringPhysician,
      description: row.description,
      modalities: row.modalities,
      instanceCount: row.instanceCount,
      sizeBytes: row.sizeBytes,
    },
    outcome: row.outcome as ImportOutcome,
    reason: row.reason as ImportReason | null,
    decidedBy: row.deciderName,
    newCard: {
      name: row.name,
      birthday: row.birthday,
      sex: row.sex as 'male' | 'female' | null,
      phone: row.phone,
      doctorID: row.clientID,
      doctorName: row.clientName,
    },
    sameAs: row.sameAs,
    card: row.patientID === null ? null : (cards.get(row.patientID) ?? null),
    candidates: row.candidates.flatMap((id) => cards.get(id) ?? []),
    state: row.state as ImportRowState,
    error: row.error,
    studyID: row.studyID,
  }));
};
