import { isSameName, mayBeMisspelt, mayBeSameName, mayBeSamePerson } from './compare-names.ts';

/** A person as files or a patient's card name her; null: not stated. */
export interface Person {
  name: string | null;
  /** YYYY-MM-DD */
  birthDate: string | null;
  sex: 'male' | 'female' | null;
}

export type Difference = 'name' | 'birthDate' | 'sex';

/**
 * In which facts two records contradict each other. A fact that one of them lacks is not compared. Names may differ in the
 * order of their words, in abbreviation and transliteration, and by one typing error if the birth dates are equal.
 */
export function differencesBetween(one: Person, other: Person): Difference[] {
  const differences: Difference[] = [];
  const sameBirthDate = one.birthDate !== null && one.birthDate === other.birthDate;
  if (one.name !== null && other.name !== null && !mayBeSamePerson(one.name, other.name)) {
    if (!sameBirthDate || !mayBeMisspelt(one.name, other.name)) differences.push('name');
  }
  if (one.birthDate !== null && other.birthDate !== null && !sameBirthDate) differences.push('birthDate');
  if (one.sex !== null && other.sex !== null && one.sex !== other.sex) differences.push('sex');
  return differences;
}

/**
 * Whether two records certainly name one person, so that images may be filed without a person's decision: nothing
 * differs, and the name, in its likeliest reading, and one more fact agree. The further fact is the birth date, or
 * `isLinked`: the records share a number that is not the number of a person. Such numbers are the accession number
 * that the portal has given to a machine, and the UID of a study whose images are filed already.
 */
export function isCertainlySame(one: Person, other: Person, { isLinked }: { isLinked: boolean }): boolean {
  if (one.name === null || other.name === null || differencesBetween(one, other).length > 0) return false;
  const isSameBirthDate = one.birthDate !== null && one.birthDate === other.birthDate;
  if (isSameName(one.name, other.name)) return isLinked || isSameBirthDate;
  // a name with a typing error, or in an unusual spelling, which may be another name
  const mayBeSame = mayBeSameName(one.name, other.name) || mayBeMisspelt(one.name, other.name);
  return isLinked && isSameBirthDate && mayBeSame;
}

/**
 * The records that name different persons, the most complete one of each. Records are compared with that one only, so that a
 * record without a birth date does not join two persons.
 */
export function distinctPersons<Item>(records: Iterable<Item>, personOf: (record: Item) => Person): Item[] {
  const complete = [...records]
    .map((record) => ({ record, person: personOf(record) }))
    .filter(({ person: { name, birthDate } }) => name !== null || birthDate !== null)
    .toSorted((one, other) => countFacts(other.person) - countFacts(one.person));
  const distinct: typeof complete = [];
  for (const each of complete) {
    const isKnown = distinct.some(({ person }) => differencesBetween(person, each.person).length === 0);
    if (!isKnown) distinct.push(each);
  }
  return distinct.map(({ record }) => record);
}

/**
 * Whether different persons may be one whose name changed or is written in two ways: the birth dates are stated and equal, and only the
 * names differ.
 */
export const areSpellingsOfOne = ([first, ...others]: readonly Person[]): boolean =>
  others.every(
    (other) =>
      first!.birthDate !== null &&
      first!.birthDate === other.birthDate &&
      !differencesBetween(first!, other).includes('sex'),
  );

const countFacts = ({ name, birthDate, sex }: Person): number =>
  [name, birthDate, sex].filter((fact) => fact !== null).length;
