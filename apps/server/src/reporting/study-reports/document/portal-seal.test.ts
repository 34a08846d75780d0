import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { startServer } from '../../../testing/portal/server.ts';
import { makeSealedReport } from './make-sealed-report.ts';
import { portalKeyOf } from './portal-seal.ts';
import { reportInput } from './sealed-report.fixture.ts';
import { listSealKeys, publicKeyOf } from './seal-keys.ts';
import { verifyReport } from './verify-report.ts';

const sealed = async () => {
  const { context } = await startServer();
  const { pdf } = await makeSealedReport(context, await reportInput({ pictures: [] }));
  return { pdf, context, keys: [portalKeyOf(context.secrets.reportSeals[0]).publicKey] };
};

test('a change of any byte of a sealed report, or of its length, is found without the database', async () => {
  const { pdf, keys } = await sealed();
  const isIntact = (bytes: Buffer) => verifyReport(bytes, keys).isIntact;
  expect(isIntact(pdf)).toBe(true);
  const seal = pdf.indexOf('/Type /SnimokSeal');
  const changed = Buffer.from(pdf);
  const missed: number[] = [];
  for (let at = 0; at < pdf.length; at++) {
    const isInSeal = at > seal - 40 && at < seal + 400;
    if (!isInSeal && at % 16 !== 0) continue;
    // a flipped bit, the other case of a letter, a character that is not ASCII, another printable character
    for (const flip of isInSeal ? [0x01, 0x20, 0x80, 0x02] : [0x01]) {
      changed[at] = pdf[at]! ^ flip;
      if (isIntact(changed)) missed.push(at);
    }
    changed[at] = pdf[at]!;
  }
  expect(missed).toEqual([]);
  expect(changed.equals(pdf)).toBe(true);
  for (const other of [
    Buffer.concat([pdf, Buffer.from('\n')]),
    Buffer.concat([Buffer.from('\n'), pdf]),
    Buffer.concat([pdf, pdf]),
    pdf.subarray(0, -1),
    pdf.subarray(1),
    Buffer.of(),
    randomBytes(5000),
  ])
    expect(isIntact(other)).toBe(false);
}, 120_000);

test('a seal by another key is refused, and one by an earlier key of the portal is accepted', async () => {
  const { pdf, keys, context } = await sealed();
  const { publicKey: other } = generateKeyPairSync('ed25519');
  const unknown = verifyReport(pdf, [other]);
  expect(unknown.isIntact).toBe(false);
  expect(unknown.sentences[0]).toMatch(/^The file names the key [0-9a-f]{16}, which is not known/);
  expect(verifyReport(pdf, [other, ...keys]).isIntact).toBe(true);

  // the secret has changed, and its new key does not verify the report
  context.secrets.reportSeals = [randomBytes(32)];
  const later = await makeSealedReport(context, await reportInput());
  const now = portalKeyOf(context.secrets.reportSeals[0]).publicKey;
  expect(verifyReport(later.pdf, [now]).isIntact).toBe(true);
  expect(verifyReport(pdf, [now]).isIntact).toBe(false);
  const kept = await listSealKeys(context.db);
  expect(kept.map(({ kind }) => kind)).toEqual(['portal', 'portal']);
  expect(
    verifyReport(
      pdf,
      kept.map(({ pem }) => publicKeyOf(pem)),
    ).isIntact,
  ).toBe(true);
});
