import { expect, test } from 'vitest';
import { readRecipients } from './read-recipients.ts';

const friends = [
  { doctorID: 1, name: 'Орлова Анна' },
  { doctorID: 2, name: 'Крылов Борис' },
  { doctorID: 3, name: 'Орлова Анна' },
];

test('recipients are recognised by a colleague’s name or an e-mail address', () => {
  expect(readRecipients(['Крылов Борис', 'surgeon@clinic.test', 'Кто-то'], friends)).toEqual({
    recipientDoctorIDs: [2],
    recipientEmails: ['surgeon@clinic.test'],
    unknown: ['Кто-то'],
    ambiguous: [],
  });
});

test('a name that two colleagues share selects neither of them', () => {
  expect(readRecipients(['Орлова Анна'], friends)).toEqual({
    recipientDoctorIDs: [],
    recipientEmails: [],
    unknown: [],
    ambiguous: ['Орлова Анна'],
  });
});
