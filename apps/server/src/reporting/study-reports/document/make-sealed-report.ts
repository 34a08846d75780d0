import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Context } from '../../../platform/context.ts';
import { conflict, invalid } from '../../../platform/errors/errors.ts';
import type { Sandbox } from '../../../platform/outside/sandbox/sandbox.ts';
import { sealSentences } from './sentences.ts';
import { fingerprintOf } from '../../../platform/audit/signing.ts';
import { openSandboxedWriter } from '../../../platform/pdf-documents/sandboxed-report.ts';
import { sealByCertificate, signatureBytes } from './certificate-seal.ts';
import { CertificateProblem, commonNameOf, openCertificate } from './signature/certificate.ts';
import type { SealedReportInput } from './input.ts';
import { portalKeyOf, sealByPortal } from './portal-seal.ts';
import type { SealFields } from './seal-fields.ts';
import { keepSealKey } from './seal-keys.ts';
import type { WriteTask } from './write-report.ts';

/** @internal */
export interface SealedReport {
  pdf: Buffer;
  /** the hash of the file, in lower-case hexadecimal; the audit record must contain it as `sha256` in its details */
  sha256: string;
  seal: { kind: SealFields['kind']; key: string };
}

type Deps = Pick<Context, 'db' | 'config' | 'clock' | 'secrets' | 'sandbox' | 'log'>;

/** The seal that the settings ask for, and how it is written. */
interface Sealer {
  fields: SealFields;
  sealedBy: string;
  seal(unsealed: Buffer): Buffer;
  key: Parameters<typeof keepSealKey>[1];
}

/**
 * The report as a sealed PDF/A-3b. The seal is only worth something if its `sha256` is recorded: the caller writes the audit
 * record in the transaction that stores the file.
 * @internal
 * @throws Problem if a picture or the logo is broken, or the centre's certificate cannot seal
 */
export const makeSealedReport = async (deps: Deps, input: SealedReportInput): Promise<SealedReport> => {
  const { fields, sealedBy, seal, key } = await openSealer(deps);
  const pdf = seal(await write(deps, { report: input, seal: fields, sealedBy }));
  await keepSealKey(deps, key);
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { pdf, sha256, seal: { kind: fields.kind, key: key.fingerprint } };
};

/**
 * The report as it would look if it were signed now, marked as a draft on every page.
 * @internal
 * @throws Problem if a picture or the logo is broken
 */
export const makePreview = (deps: Deps, report: SealedReportInput): Promise<Buffer> =>
  write(deps, { report, seal: null, sealedBy: '' });

const write = async (
  { sandbox, config: { timeZone }, log }: Deps,
  task: Omit<WriteTask, 'timeZone'>,
): Promise<Buffer> => {
  const written = await writerOf(sandbox)({ ...task, timeZone });
  if ('unreadable' in written) throw invalid(sealSentences.unreadablePicture(written.unreadable));
  if ('failed' in written) {
    const { reportID } = task.report;
    log.warn({ reportID, reason: written.failed }, 'a PDF of a study report could not be made');
    throw conflict(sealSentences.notWritten);
  }
  return Buffer.from(written.pdf);
};

const openSealer = async ({ config, clock, secrets, log }: Deps): Promise<Sealer> => {
  const certificate = await openCertificate(config, clock.now()).catch((cause: unknown) => {
    if (!(cause instanceof CertificateProblem)) throw cause;
    log.error({ reason: cause.message }, 'a study report cannot be sealed');
    throw conflict(sealSentences.certificate);
  });
  if (!certificate) {
    const [seed] = secrets.reportSeals;
    const { publicKey, fingerprint } = portalKeyOf(seed);
    return {
      fields: { kind: 'portal', key: fingerprint },
      sealedBy: sealSentences.sealedByPortal(fingerprint),
      seal: (unsealed) => sealByPortal(unsealed, seed),
      key: { kind: 'portal', fingerprint, pem: String(publicKey.export({ format: 'pem', type: 'spki' })) },
    };
  }
  const { leaf } = certificate;
  const name = commonNameOf(leaf.subject);
  return {
    fields: { kind: 'certificate', name, reservedBytes: signatureBytes(certificate) },
    sealedBy: sealSentences.sealedByCertificate(name, commonNameOf(leaf.issuer)),
    seal: (unsealed) => sealByCertificate(unsealed, certificate),
    key: { kind: 'certificate', fingerprint: fingerprintOf(leaf.publicKey), pem: leaf.toString() },
  };
};

type Written = { pdf: Uint8Array } | { unreadable: number | 'logo' };
const threadFile = join(import.meta.dirname, 'parser-thread.ts');
const writers = new WeakMap<Sandbox, ReturnType<typeof openSandboxedWriter<WriteTask, Written>>>();

/** All reports of a process share the limit of parser processes. */
const writerOf = (sandbox: Sandbox) => {
  const writer = writers.get(sandbox) ?? openSandboxedWriter<WriteTask, Written>(sandbox, threadFile);
  writers.set(sandbox, writer);
  return writer;
};
