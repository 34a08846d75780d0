import { expect, test } from 'vitest';
import { hasMalformedID } from './route-ids.ts';

test('only ids in a URL are checked, and each must be a positive number or a UUID', () => {
  expect(hasMalformedID({ patientID: '12', number: '3', userCode: 'ABCD', '*': 'any' })).toBe(false);
  expect(hasMalformedID({ referralUUID: '4f8e0a0e-8e0f-4b0e-9b0e-8e0f4b0e9b0e', patientID: undefined })).toBe(
    false,
  );
  for (const text of ['abc', '-1', '0', '1.5', '12a', '99999999999999999', '1e3'])
    expect(hasMalformedID({ patientID: text })).toBe(true);
  expect(hasMalformedID({ referralUUID: '12' })).toBe(true);
});
