import { splitWords } from '../../platform/db/search-words.ts';
import type { RoughPatterns } from '../../messaging/messenger/erase-messages.ts';

export interface Person {
  patientID: number;
  studyIDs: number[];
  name: string;
  phone: string | null;
}

/** `certain`: a link to the card, the phone number, or the surname beside the first name; `surname`: the surname alone. */
type Mention = 'certain' | 'surname' | null;

/** Endings of Russian names in their cases. The stem that remains is the same in all cases. */
const ENDING = /(?:ого|его|ому|ему|ою|ая|яя|ой|ей|ий|ый|ым|им|ую|юю|[аяуюеиыойь])$/u;
/** A form of a name is at most this much longer than its stem: «чайковск» and «чайковского». */
const LONGEST_ENDING = 3;
const SHORTEST_STEM = 3;
/** Letters of a first name that are compared. Its other forms can lose a later vowel: «Павел» and «Павла». */
const FIRST_NAME_START = 3;
/** Digits of a Russian telephone number without the country code. */
const PHONE_DIGITS = 10;

export const stemOf = (word: string): string => {
  const stem = word.replace(ENDING, '');
  return stem.length < SHORTEST_STEM ? word : stem;
};

const isFormOf = (word: string, stem: string) =>
  word.startsWith(stem) && word.length <= stem.length + LONGEST_ENDING;

const digitsOf = (text: string | null): string => (text ?? '').replace(/\D/g, '').slice(-PHONE_DIGITS);

const linksTo = ({ patientID, studyIDs }: Person): string[] => [
  `/patients/${patientID}`,
  ...studyIDs.map((id) => `study-${id}`),
];

/** Whether the text contains one of the links, not followed by another digit. */
const hasLink = (text: string, links: string[]): boolean =>
  links.some((link) => {
    for (let at = text.indexOf(link); at >= 0; at = text.indexOf(link, at + 1))
      if (!/\d/.test(text.charAt(at + link.length))) return true;
    return false;
  });

/** How a text refers to a patient. Words are compared by stem, so that a name in another case is found too. */
export const mentionIn = (text: string, person: Person): Mention => {
  if (hasLink(text, linksTo(person))) return 'certain';
  const phone = digitsOf(person.phone);
  if (phone.length === PHONE_DIGITS && text.replace(/\D/g, '').includes(phone)) return 'certain';
  const [surname, firstName] = splitWords(person.name);
  if (surname === undefined) return null;
  const words = splitWords(text);
  const stem = stemOf(surname);
  const places = words.flatMap((word, place) => (isFormOf(word, stem) ? [place] : []));
  if (places.length === 0) return null;
  const start = (firstName ?? '').slice(0, FIRST_NAME_START);
  // one letter may be a preposition or a conjunction instead of an initial: «Иванов с болью»
  if (start.length < FIRST_NAME_START) return 'surname';
  const isNamed = places.some((place) =>
    [words[place - 1], words[place - 2], words[place + 1]].some((beside) => beside?.startsWith(start)),
  );
  return isNamed ? 'certain' : 'surname';
};

/** The patterns match every text for which `mentionIn` may not be null. */
export const roughPatterns = (person: Person): RoughPatterns => {
  const [surname] = splitWords(person.name);
  const phone = digitsOf(person.phone);
  return {
    links: linksTo(person).map((link) => `%${link}%`),
    words: surname === undefined ? [] : [`% ${stemOf(surname)}%`],
    digits: phone.length === PHONE_DIGITS ? [`%${phone}%`] : [],
  };
};
