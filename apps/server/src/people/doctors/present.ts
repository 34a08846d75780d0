import type { Actor, Flag } from '../../platform/access/actor.ts';
import { may } from '../../platform/access/rules.ts';
import { presentLetter } from '../../platform/letters/present.ts';
import type { LetterRow } from '../../platform/letters/queries.ts';
import type { listDoctorsPage } from './queries.ts';

export const presentClient = (
  doctor: Parameters<typeof presentDoctor>[0],
  letter: LetterRow | null | undefined,
) => ({
  ...presentDoctor(doctor),
  letter: presentLetter(letter),
});

/** The person who calls, with her role at the client and what she may do. */
export const presentMe = (
  who: Actor,
  client: Parameters<typeof presentDoctor>[0],
  person: { name: string; email: string } | undefined,
) => ({
  ...presentDoctor(client),
  ...(person && { name: person.name, email: person.email }),
  ...(who.kind === 'doctor' && { role: who.role }),
  clientName: client.name,
  can: {
    seePictures: may(who, 'study.see-picture'),
    sharePatients: may(who, 'patient.share', { doctorID: client.id }),
    managePeople: may(who, 'client-people.manage'),
    sendReferrals: may(who, 'referral.send'),
  },
});

export const presentTotals = ({
  patientsCount,
  studiesCount,
  activeAt,
}: Awaited<ReturnType<typeof listDoctorsPage>>[number]) => ({
  patientsCount,
  studiesCount,
  lastActivityAt: activeAt?.toISOString() ?? null,
});

const presentDoctor = ({
  id,
  name,
  email,
  featureFlags,
}: {
  id: number;
  name: string;
  email: string;
  featureFlags: string[];
}) => ({ doctorID: id, name, email, featureFlags: featureFlags as Flag[] });
