import type { Flag } from '../../platform/access/actor.ts';
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

export const presentTotals = ({
  patientsCount,
  studiesCount,
  activeAt,
}: Awaited<ReturnType<typeof listDoctorsPage>>[number]) => ({
  patientsCount,
  studiesCount,
  lastActivityAt: activeAt?.toISOString() ?? null,
});

export const presentDoctor = ({
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
