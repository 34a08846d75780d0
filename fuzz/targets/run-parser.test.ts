import { join } from 'node:path';
import { expect, test } from 'vitest';
import { targets } from './faulty.fixture.ts';
import { runParser } from './run-parser.ts';

const FAULTY = join(import.meta.dirname, 'faulty.fixture.ts');

const reasons: Record<string, RegExp> = {
  error: /^TypeError: planted/,
  crash: /^the process ended: SIGABRT/,
  stall: /^longer than 5000 ms/,
  memory: /^\d+ MB/,
};

test.each(Object.keys(targets))('the fuzzer finds a planted defect: %s', async (name) => {
  const { cases, findings } = await runParser(name, 'seed', 1_500, FAULTY);
  expect(cases).toBeGreaterThan(1);
  expect(findings.length).toBeGreaterThan(0);
  for (const finding of findings) {
    expect(finding).toMatchObject({ target: name, reason: expect.stringMatching(reasons[name]!) });
    expect((finding.bytes?.readUInt8(0) ?? 0) % 64).toBe(7);
  }
});
