import {
  areSpellingsOfOne,
  differencesBetween,
  distinctPersons,
  type Person,
} from '@snimok/imaging/names/compare-people';
import { counted } from '@snimok/api-client/format-numbers';
import { formatDay } from '../../../../shared/dates/dates.ts';
import { sexInShort } from '../../../people/patients/sex.ts';
import type { InspectedFile, PersonInFiles } from './inspect-files.ts';

const SHOWN = 4;
const IN_WORDS: Record<number, string> = { 2: 'двое пациентов', 3: 'трое пациентов', 4: 'четверо пациентов' };

const recordOf = ({ name, birthday, sex }: PersonInFiles): Person => ({ name, birthDate: birthday, sex });

/** The persons whom the files name, by the rule of the server. */
export const personsIn = (people: PersonInFiles[]) => distinctPersons(people, recordOf);

/** The patients of the files if the server never publishes their images together; otherwise an empty list. */
export function listMixedPeople(people: PersonInFiles[]): PersonInFiles[] {
  const persons = personsIn(people);
  return persons.length > 1 && !areSpellingsOfOne(persons.map(recordOf)) ? persons : [];
}

/** A sentence with the patients in the files if they cannot all be one person; null if they can. */
export function describeMixedPeople(people: PersonInFiles[]): string | null {
  const persons = listMixedPeople(people);
  if (persons.length === 0) return null;
  const patients = IN_WORDS[persons.length] ?? counted(persons.length, 'пациент', 'пациента', 'пациентов');
  const listed = persons.slice(0, SHOWN).map(describePatient).join(', ');
  return `В файлах ${patients}: ${listed}${persons.length > SHOWN ? ' и другие' : ''}.`;
}

/** «Иванов Иван (31.01.1980, муж.)» */
export function describePatient({ name, birthday, sex }: PersonInFiles): string {
  const facts = [birthday && formatDay(birthday), sex && sexInShort(sex)].filter(Boolean).join(', ');
  return (name ?? 'без имени') + (facts && ` (${facts})`);
}

/** The files that name one of several patients. */
interface PatientFiles {
  patient: PersonInFiles;
  files: InspectedFile[];
}

/**
 * The files of each of several patients, and the files that name none of them; null if one file, such as a ZIP, names several.
 */
export function splitByPatient(
  inspected: InspectedFile[],
): { patients: PatientFiles[]; unnamed: InspectedFile[] } | null {
  const patients = listMixedPeople(inspected.flatMap(({ people }) => people)).map(
    (patient): PatientFiles => ({ patient, files: [] }),
  );
  const unnamed: InspectedFile[] = [];
  for (const file of inspected) {
    const owners = new Set(file.people.map((person) => ownerOf(person, patients)));
    const [owner] = owners;
    if (owners.size > 1) return null;
    if (owner) owner.files.push(file);
    else unnamed.push(file);
  }
  return { patients, unnamed };
}

/** Undefined for files that may belong to several of the patients, such as those without a name. */
function ownerOf(person: PersonInFiles, patients: PatientFiles[]): PatientFiles | undefined {
  const [owner, ...others] = patients.filter(
    ({ patient }) => differencesBetween(recordOf(patient), recordOf(person)).length === 0,
  );
  return others.length === 0 ? owner : undefined;
}
