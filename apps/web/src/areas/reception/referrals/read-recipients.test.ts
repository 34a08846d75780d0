import { expect, test } from 'vitest';
import { readRecipients } from './read-recipients.ts';

const friends = [
  { doctorID: 1, name: 'Орлова Анна' },
  { doctorID: 2, name: 'Крылов Борис' },
  { doctorID: 3, name: 'Орлова Анна' },
];

test('colleagues are read by name, others by e-mail', () => {
  expect(readRecipients(['Крылов Борис', 'surgeon@clinic.test', 'Кто-то'], friends)).toEqual({
    recipientDoctorIDs: [2],
    recipientEmails: ['surgeon@clinic.test'],
    unknown: ['Кто-то'],
    ambiguous: [],
  });
});

test('a name that two colleagues have chooses neither', () => {
  expect(readRecipients(['Орлова Анна'], friends)).toEqual({
    recipientDoctorIDs: [],
    recipientEmails: [],
    unknown: [],
    ambiguous: ['Орлова Анна'],
  });
});
