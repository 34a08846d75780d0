import { z } from 'zod';
import { Phone, ShortText } from './fields.ts';

export const CentrePhones = z.array(Phone.min(1)).max(5);
/** Opening hours as people read them, for example «пн–пт 9:00–20:00». */
export const HoursText = ShortText;

/**
 * Contacts of a location; empty texts mean that the centre's contacts apply. Earlier web apps send none, which changes
 * nothing.
 */
export const LocationContacts = {
  phones: CentrePhones.optional(),
  hoursText: HoursText.optional(),
  licence: ShortText.optional(),
};
