import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { portalKeyOf } from '../../reporting/study-reports/document/portal-seal.ts';
import {
  findSealRecord,
  listSealKeys,
  publicKeyOf,
} from '../../reporting/study-reports/document/seal-keys.ts';
import { type Verdict, verifyReport } from '../../reporting/study-reports/document/verify-report.ts';
import type { Context } from '../../platform/context.ts';
import { print, UsageError } from './command-line.ts';

const readReport = async (file: string | undefined): Promise<Buffer> => {
  if (!file) throw new UsageError('Name the PDF file of the report.');
  return readFile(file);
};

/** Prints the verdict; exit code 1 if the file is not intact. */
const conclude = ({ isIntact, sentences }: Verdict): number => {
  for (const line of [isIntact ? 'INTACT' : 'NOT INTACT', ...sentences]) print(line);
  return isIntact ? 0 : 1;
};

/** Verifies without the database: trusts only the given public keys and certificates. */
export const verifyReportByKeys = async (
  file: string | undefined,
  keyFiles: readonly string[],
): Promise<number> => {
  const pdf = await readReport(file);
  const keys = await Promise.all(keyFiles.map(async (key) => publicKeyOf(await readFile(key, 'utf8'))));
  return conclude(verifyReport(pdf, keys));
};

/** Verifies with the keys of the portal and with the record that was made when the report was signed. */
export const verifyReportFile = async (
  { db, secrets }: Context,
  _values: object,
  file?: string,
): Promise<number> => {
  const pdf = await readReport(file);
  const kept = await listSealKeys(db);
  const known = [
    ...secrets.reportSeals.map((seed) => portalKeyOf(seed).publicKey),
    ...kept.map(({ pem }) => publicKeyOf(pem)),
  ];
  const verdict = verifyReport(pdf, known);
  if (!verdict.isIntact) return conclude(verdict);
  const found = await findSealRecord(db, createHash('sha256').update(pdf).digest('hex'));
  if (!found)
    return conclude({
      isIntact: false,
      sentences: [
        ...verdict.sentences,
        'But the audit history has no record of this file: an older backup was restored, or somebody else used the key.',
      ],
    });
  const { id, at, studyID, seq } = found;
  const link = seq === null ? 'not linked yet' : `link ${seq}`;
  return conclude({
    isIntact: true,
    sentences: [
      ...verdict.sentences,
      `The audit history confirms it: record ${id} (${link}) of ${at.toISOString()}, study ${studyID}.`,
      'npm run audit -- verify examines that history.',
    ],
  });
};

export const showReportKeys = async ({ db, secrets }: Context): Promise<number> => {
  const { publicKey, fingerprint } = portalKeyOf(secrets.reportSeals[0]);
  const kept = await listSealKeys(db);
  for (const { fingerprint, kind, pem, firstUsedAt } of kept)
    print(`${kind} ${fingerprint}, first used on ${firstUsedAt.toISOString()}\n${pem.trim()}\n`);
  if (!kept.some((one) => one.fingerprint === fingerprint))
    print(
      `portal ${fingerprint}, not used yet\n${String(publicKey.export({ format: 'pem', type: 'spki' }))}`,
    );
  return 0;
};
