import type { FactsWith } from '@snimok/contract/people/patient-facts';
import {
  areSpellingsOfOne,
  type Difference,
  differencesBetween,
  isCertainlySame,
  type Person,
} from '@snimok/imaging/names/compare-people';
import type { PatientFacts } from '../../../people/patients/facts.ts';
import type { PatientInFiles } from './patient-in-files.ts';

/** The facts of a patient's card that are compared. Another fact needs a rule in `differencesBetween`. */
export type CardFacts = Pick<PatientFacts, FactsWith<'comparedWithFiles'>>;

/** Why the files of an upload may belong to another person than the patient of the card. */
export interface PatientFinding {
  /** the persons of the files that differ from the card; then, if there are several, the others */
  people: PatientInFiles[];
  /** in what they differ from the card */
  differences: Difference[];
  /** the files name several persons */
  several: boolean;
  /** false for files of two patients, which are never published together */
  canBeConfirmed: boolean;
}

const SEXES: Record<string, Person['sex']> = { M: 'male', F: 'female' };

/** `sex` as files state it (DICOM PS3.3, C.7.1.1). Other values count as not stated, because machines write O for it. */
export const personInFiles = ({ name, birthDate, sex }: PatientInFiles): Person => ({
  name,
  birthDate,
  sex: SEXES[sex ?? ''] ?? null,
});

const personOnCard = ({ name, birthday, sex }: CardFacts): Person => ({
  name,
  birthDate: birthday,
  sex: sex === 'female' || sex === 'male' ? sex : null,
});

/** `people`: the different persons whom the files name. Null if all of them can be the patient of the card. */
export const compareWithCard = (
  people: readonly PatientInFiles[],
  card: CardFacts,
): PatientFinding | null => {
  const compared = people.map((person) => ({
    person,
    differences: differencesBetween(personInFiles(person), personOnCard(card)),
  }));
  const several = people.length > 1;
  const differing = compared.filter(({ differences }) => differences.length > 0);
  const agreeing = compared.filter(({ differences }) => differences.length === 0);
  if (differing.length === 0 && !several) return null;
  return {
    people: [...differing, ...(several ? agreeing : [])].map(({ person }) => person),
    differences: [...new Set(differing.flatMap(({ differences }) => differences))],
    several,
    canBeConfirmed: !several || areSpellingsOfOne(people.map(personInFiles)),
  };
};

/** Files about which nothing is known. */
const NOBODY: PatientInFiles = { name: null, birthDate: null, sex: null };

/** Whether the files, which have a number in common with the patient's study or booking, certainly are the patient's. */
export const proveCard = (person: PatientInFiles, card: CardFacts): boolean =>
  isCertainlySame(personInFiles(person), personOnCard(card), { isLinked: true });

/**
 * Like `compareWithCard`, with one more finding: the portal has assigned the files to the card without proof, and none
 * of the persons whom they name certainly is its patient.
 */
export const findDoubt = (
  people: readonly PatientInFiles[],
  card: CardFacts & { patientUnproven: boolean },
): PatientFinding | null => {
  const finding = compareWithCard(people, card);
  if (finding || !card.patientUnproven || people.some((person) => proveCard(person, card))) return finding;
  return {
    people: people.length > 0 ? [...people] : [NOBODY],
    differences: [],
    several: false,
    canBeConfirmed: true,
  };
};
