import type { HandOutWay } from '@snimok/contract/administration/history';
import type { z } from 'zod';
import type { EventRow } from './queries.ts';

export const present = (row: EventRow) => ({ ...presentFacts(row), ...presentReach(row) });

/** Where employees and colleagues work does not concern the client, nor do addresses of other people. */
export const presentToClient = (row: EventRow) => ({ ...presentFacts(row), address: null });

const presentFacts = ({ id, at, action, actorKind, actorName, studyID, address }: EventRow) => ({
  eventID: id,
  at: at.toISOString(),
  action,
  actorKind,
  actorName,
  studyID,
  address,
});

const presentReach = ({ action, recipient, clientName, shareKind, isTexted }: EventRow) => {
  const isHandedOut = action === 'share.hand-out' && shareKind === 'patient';
  const ways: z.infer<typeof HandOutWay>[] = isHandedOut
    ? ['sheet', ...(recipient === null ? [] : (['mail'] as const)), ...(isTexted ? (['text'] as const) : [])]
    : [];
  if (recipient === null && clientName === null && ways.length === 0) return {};
  return { reach: { recipient, clientName, ways } };
};
