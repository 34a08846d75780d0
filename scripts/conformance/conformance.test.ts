import { join } from 'node:path';
import { codecOf, TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { expect, test } from 'vitest';
import { conformanceStatement } from './statement.ts';
import { transferSyntaxUIDs } from './uids.ts';

const file = join(import.meta.dirname, '../../docs/dicom-conformance.md');

test('docs/dicom-conformance.md states what the tables of the code say', async () => {
  await expect(conformanceStatement()).toMatchFileSnapshot(file);
});

test('the conformance statement names every transfer syntax that the product reads', () => {
  const jpeg = Array.from({ length: 1000 }, (_, last) => `1.2.840.10008.1.2.4.${last}`);
  const read = [...Object.values(TRANSFER_SYNTAX), ...jpeg].filter((uid) => codecOf(uid) !== null);
  expect(read.filter((uid) => !transferSyntaxUIDs.includes(uid))).toEqual([]);
});
