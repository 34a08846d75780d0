import { teethInWords } from '@snimok/contract/teeth';
import type { ReferralRow } from './queries.ts';

/**
 * The comment of the study of a referral. Recipients of external links read it too, so it does not contain the
 * contraindications, which the card of the study shows.
 */
export const commentOf = ({
  examination,
  teeth,
  question,
  urgency,
}: Pick<ReferralRow, 'examination' | 'teeth' | 'question' | 'urgency'>): string =>
  [
    urgency === 'urgent' ? `${examination}, срочно` : examination,
    teeth.length > 0 && `Зубы: ${teethInWords(teeth)}`,
    question,
  ]
    .filter(Boolean)
    .join('\n');
