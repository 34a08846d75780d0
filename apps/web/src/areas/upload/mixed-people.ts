import { mayBeSamePerson } from '@snimok/imaging/dicom/compare-names';
import { formatDay } from '../../shared/dates.ts';
import type { PersonInFiles } from './inspect/inspect-files.ts';

const SHOWN = 4;

/**
 * Why the files cannot all belong to one patient; null if they can. Spellings of one name are one person, and a file
 * without a name or a birth date may belong to anybody.
 */
export function describeMixedPeople(people: PersonInFiles[]): string | null {
  const persons = distinctBy(people, ({ name }) => name, mayBeSamePerson);
  if (persons.length > 1) {
    const listed = persons.slice(0, SHOWN).map(withBirthday).join(', ');
    const more = persons.length > SHOWN ? ' и другие' : '';
    return `В файлах снимки разных пациентов: ${listed}${more}. Загрузите снимки каждого пациента отдельно.`;
  }
  const days = distinctBy(
    people,
    ({ birthday }) => birthday,
    (one, other) => one === other,
  );
  if (days.length < 2) return null;
  const listed = days.slice(0, SHOWN).map(({ birthday }) => formatDay(birthday));
  return `В файлах разные даты рождения: ${listed.join(', ')}. Проверьте, что это снимки одного пациента.`;
}

const withBirthday = ({ name, birthday }: PersonInFiles) =>
  birthday === null ? name : `${name} (${formatDay(birthday)})`;

/** The people that have the value, except those that equal an earlier one. */
function distinctBy(
  people: PersonInFiles[],
  valueOf: (person: PersonInFiles) => string | null,
  areEqual: (one: string, other: string) => boolean,
): PersonInFiles[] {
  const distinct: PersonInFiles[] = [];
  for (const person of people) {
    const value = valueOf(person);
    if (value !== null && !distinct.some((one) => areEqual(valueOf(one)!, value))) distinct.push(person);
  }
  return distinct;
}
