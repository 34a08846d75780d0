import { counted } from '@snimok/api-client/format-numbers';
import { formatDay } from '../../../shared/dates/dates.ts';
import { formatPhone } from '../../../shared/contacts/phone.ts';
import type { SimilarCard } from './queries.ts';

/** What distinguishes a card from similar ones. */
export const describeCard = ({
  birthday,
  phone,
  studiesCount,
}: Pick<SimilarCard, 'birthday' | 'phone' | 'studiesCount'>): string =>
  [
    birthday && formatDay(birthday),
    // word joiners, so that a line does not break at a hyphen
    phone && formatPhone(phone).replaceAll('-', '\u2060-\u2060'),
    counted(studiesCount, 'исследование', 'исследования', 'исследований'),
  ]
    .filter(Boolean)
    .join(', ');
