import type { Actor } from '../../platform/access/actor.ts';
import type { Tx } from '../../platform/db/client.ts';
import { listCandidatesFor, listCards } from './queries.ts';
import { comparable, similarityOf } from './similarity.ts';

const SHOWN = 5;

/** A person without a card, as a referral or a booking describes it. */
interface NewPatient {
  doctorID: number;
  name: string;
  birthday: string | null;
  phone: string | null;
}

/** Cards of the client that may belong to a new patient, the most similar first. */
export const listSimilarCards = async (db: Tx, who: Actor, { doctorID, ...patient }: NewPatient) => {
  const rows = await listCards(db, who, await listCandidatesFor(db, who, patient));
  return rows
    .filter((row) => row.doctorID === doctorID)
    .map((row) => ({ row, by: similarityOf(comparable(patient), comparable(row)) }))
    .filter(({ by }) => by.length > 0)
    .toSorted((one, other) => other.by.length - one.by.length || other.row.id - one.row.id)
    .slice(0, SHOWN)
    .map(({ row }) => row);
};

export const presentSimilarCard = ({
  id,
  name,
  birthday,
  phone,
  studiesCount,
}: Awaited<ReturnType<typeof listSimilarCards>>[number]) => ({
  patientID: id,
  name,
  birthday,
  phone,
  studiesCount,
});
