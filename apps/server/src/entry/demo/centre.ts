import type { CentreContacts } from '../../platform/letterhead/letterhead.ts';

/** The fictitious centre, as letters, documents and public pages name it. */
export const centre: CentreContacts = {
  name: 'Диагностический центр «Ракурс»',
  legalName: 'ООО «Ракурс»',
  address: 'Примерная ул., 1, этаж 2',
  // numbers 000-… are not assigned to subscribers
  phones: ['+7 900 000-10-20'],
  hours: 'пн–пт 9:00–18:00',
  // a fictitious centre has none
  licence: '',
  website: '',
};
