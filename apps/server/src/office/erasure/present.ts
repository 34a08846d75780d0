import type { Erasure, ErasureStatus } from '@snimok/contract/erasures';
import type { z } from 'zod';
import type { Counts, ErasureRow } from './queries.ts';

export const presentErasure = (row: ErasureRow, callerID: number, now: Date): z.input<typeof Erasure> => {
  const isOpen = row.status === 'requested' && row.expiresAt > now;
  const isOwn = row.requesterID === callerID;
  const counts = row.counts as Counts;
  return {
    erasureUUID: row.uuid,
    patientID: row.patientID,
    patientName: row.patientName,
    birthday: row.birthday,
    doctorName: row.doctorName,
    studiesCount: (row.studiesCount ?? 0) + (counts.studies ?? 0),
    copiesCount: row.copiesCount ?? 0,
    reason: row.reason,
    status: row.status === 'requested' && !isOpen ? 'expired' : (row.status as ErasureStatus),
    requestedBy: row.requestedBy,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    can: { decide: isOpen && !isOwn, withdraw: isOpen && isOwn },
  };
};
