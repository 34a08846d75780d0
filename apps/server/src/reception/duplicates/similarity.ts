import { differencesBetween, type Person } from '@snimok/imaging/names/compare-people';

/** What the card of a patient states; the phone number as its digits. */
export interface ComparedCard {
  name: string;
  birthday: string | null;
  phone: string | null;
}

type Similarity = 'birthday' | 'phone' | 'name';

const personOf = ({ name, birthday }: ComparedCard): Person => ({ name, birthDate: birthday, sex: null });

/** The number of words in the name, without initials. */
const wordsOf = (name: string): number =>
  name.split(/[^\p{L}\p{N}]+/u).filter(({ length }) => length > 1).length;

/**
 * What two cards of possibly the same person have in common; empty if they belong to different people. Names are compared like
 * the name in a file and the name on a card (decision 74). Relatives may share a phone number, and twins also the birth date,
 * but not the first name. A wrong sex may be a typing error, and so may a wrong birth date if the phone number is the same.
 */
export const similarityOf = (one: ComparedCard, other: ComparedCard): Similarity[] => {
  const samePhone = one.phone !== null && one.phone !== '' && one.phone === other.phone;
  const sameBirthday = one.birthday !== null && one.birthday === other.birthday;
  const differences = differencesBetween(personOf(one), personOf(other));
  if (differences.includes('name')) return [];
  if (differences.includes('birthDate') && !samePhone) return [];
  // a surname alone, such as «Иванов», may belong to anybody
  if (Math.min(wordsOf(one.name), wordsOf(other.name)) < 2 && !(samePhone && sameBirthday)) return [];
  const common: Similarity[] = [];
  if (sameBirthday) common.push('birthday');
  if (samePhone) common.push('phone');
  return ['name', ...common];
};

/** As `phone_digits` of 0008_search.sql: 8 999…, +7 999… and 999… are one number. */
const digitsOf = (phone: string | null): string | null =>
  phone === null ? null : phone.replace(/\D/g, '').replace(/^(8(?=\d{10}$)|(?=9\d{9}$))/, '7');

/** The facts of a card as `similarityOf` compares them. The card has the phone number as it was typed. */
export const comparable = ({ name, birthday, phone }: ComparedCard): ComparedCard => ({
  name,
  birthday,
  phone: digitsOf(phone),
});
