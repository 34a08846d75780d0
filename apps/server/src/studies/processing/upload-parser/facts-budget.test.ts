import { readDicom } from '@snimok/imaging/dicom/read';
import { expect, test } from 'vitest';
import { radiograph } from '../../../testing/scans/dicom.ts';
import { boundedReply } from '../../../platform/parsers/bounded-reply.ts';
import { FactsBudget } from './facts-budget.ts';
import type { FileFacts } from '../parser-tasks/collected-file.ts';

const dicom = readDicom(radiograph().bytes);

test('the headers of one study occupy a limited amount of memory', () => {
  const budget = new FactsBudget();
  const facts: FileFacts = { kind: 'dicom', dicom };
  expect(Array.from({ length: 1000 }, () => budget.keep(facts).kind)).not.toContain('broken');
  const long: FileFacts = { kind: 'dicom', dicom: { ...dicom, warnings: ['x'.repeat(1024 ** 2)] } };
  const kinds = Array.from({ length: 100 }, () => budget.keep(long).kind);
  expect(kinds.filter((kind) => kind === 'dicom').length).toBeLessThan(64);
  expect(budget.keep(facts).kind).toBe('broken');
  expect(budget.keep({ kind: 'other' }).kind).toBe('other');
});

test('an answer of a parser process that is too large becomes a failure', () => {
  const positions = (count: number) => Array.from({ length: count }, (_, z) => [0.1, 0.2, z / 10]);
  const reply = { facts: { kind: 'dicom', dicom: { ...dicom, framePositionsMm: positions(5000) } } };
  expect(boundedReply(reply)).toBe(reply);
  expect(boundedReply({ facts: positions(50_000) })).toEqual({
    failed: 'the answer of the parser is too large',
  });
});
