import type { Erasure, ErasureStatus } from '@snimok/contract/administration/erasures';
import type { z } from 'zod';
import type { Counts, ErasureRow } from './queries.ts';

const statusOf = ({ status, eraseAt, expiresAt }: ErasureRow, now: Date): ErasureStatus => {
  if (status !== 'requested') return status as ErasureStatus;
  if (eraseAt) return 'waiting';
  return expiresAt > now ? 'requested' : 'expired';
};

/** `mayConfirm` is called only if its result matters. */
export const presentErasure = async (
  row: ErasureRow,
  callerID: number,
  now: Date,
  mayConfirm: (row: ErasureRow) => Promise<boolean>,
): Promise<z.input<typeof Erasure>> => {
  const status = statusOf(row, now);
  const isOpen = status === 'requested';
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
    status,
    requestedBy: row.requestedBy,
    isOwn,
    requestedAt: row.requestedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    eraseAt: row.eraseAt?.toISOString() ?? null,
    decidedBy: row.decidedBy,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    finishedAt: row.finishedAt?.toISOString() ?? null,
    can: {
      decide: isOpen && !isOwn,
      withdraw: isOpen && isOwn,
      confirm: isOpen && !isOwn && (await mayConfirm(row)),
      stop: status === 'waiting',
    },
  };
};
