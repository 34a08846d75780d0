import { createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { linkEvents } from '../../platform/audit/chain.ts';
import { exportHeads } from '../../platform/audit/export-heads.ts';
import { openHeadExport, readHeadFiles } from '../../platform/audit/head-export.ts';
import { signHead } from '../../platform/audit/heads.ts';
import { fingerprintOf, signingKeyOf } from '../../platform/audit/signing.ts';
import { verifyChain } from '../../platform/audit/verify-chain.ts';
import type { Context } from '../../platform/context.ts';
import { chooseCommand, print, runCommandLine, UsageError, withContext } from './command-line.ts';
import { showReportKeys, verifyReportByKeys, verifyReportFile } from './verify-report.ts';

const usage = `Usage:
  npm run audit -- verify [--heads PATH]... [--key FILE]...
                                     checks that no record was changed, removed or inserted, against the signed heads
                                     of the database, of AUDIT_EXPORT and of PATH (a file or a folder)
  npm run audit -- sign              signs the present head and exports it
  npm run audit -- key               the public key of the signatures, as PEM, and its fingerprint
  npm run audit -- export > FILE     every record as a line of JSON, oldest first
  npm run audit -- verify-report FILE [--key KEY]...
                                     checks that a study report (PDF) is as it was sealed and that the history has its
                                     record; with --key, the public key or certificate as PEM, without the database
  npm run audit -- report-keys       the public keys and certificates that have sealed study reports, as PEM
`;

interface Values {
  /** exported heads, for example saved attachments of letters */
  heads?: string[] | undefined;
  /** PEM files with the public keys of earlier signatures; for seals, also certificates */
  key?: string[] | undefined;
}

/** Exit code 2 when a problem is found, so that a timer can raise an alarm. */
const verify = async (context: Context, { heads = [], key = [] }: Values): Promise<number> => {
  const { db, secrets } = context;
  const exported = await (await openHeadExport(context)).list();
  const given = await Promise.all(
    heads.map(async (path) => {
      const found = await readHeadFiles(path);
      if (found.length === 0) throw new UsageError(`${path} has no exported heads`);
      return found;
    }),
  );
  if (exported === null && given.length === 0)
    print(
      'AUDIT_EXPORT is a mailbox, which this command cannot read: save its attachments, and add --heads PATH.',
    );
  const keys = [
    ...secrets.auditHeads.map((seed) => signingKeyOf(seed).publicKey),
    ...(await Promise.all(key.map(async (file) => createPublicKey(await readFile(file, 'utf8'))))),
  ];
  await linkEvents(db);
  const result = await verifyChain(db, { exported: [...(exported ?? []), ...given.flat()], keys });
  const found = `${result.events} records, ${result.linked} links, ${result.heads} signed heads`;
  if (result.problems.length === 0) {
    print(`${found}: the chain is intact`);
    return 0;
  }
  print(`BROKEN: ${found}`);
  for (const problem of result.problems) print(`- ${problem}`);
  if (result.more > 0) print(`- and ${result.more} more`);
  return 2;
};

const signNow = async (context: Context): Promise<number> => {
  const signed = await signHead(context);
  await exportHeads(context);
  print(signed ? `Head ${signed.head.number}: ${signed.text}` : 'Another process has just signed a head.');
  return 0;
};

const showKey = async ({ secrets }: Context): Promise<number> => {
  const { publicKey } = signingKeyOf(secrets.auditHeads[0]);
  print(
    `${publicKey.export({ format: 'pem', type: 'spki' }).toString().trim()}\n${fingerprintOf(publicKey)}`,
  );
  return 0;
};

const BATCH = 5_000;

const exportAll = async ({ db }: Context): Promise<number> => {
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; line: string }>`
      select e.id, (to_jsonb(e) || jsonb_build_object('hash', encode(c.hash, 'hex')))::text as line
      from audit_events e left join audit_chain c on c.event_id = e.id
      where e.id > ${after} order by e.id limit ${BATCH}`.execute(db);
    for (const { line } of rows) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    }
    after = rows.at(-1)?.id ?? after;
    if (rows.length < BATCH) return 0;
  }
};

const commands: Record<string, (context: Context, values: Values, file?: string) => Promise<number>> = {
  verify,
  sign: signNow,
  key: showKey,
  export: exportAll,
  'verify-report': verifyReportFile,
  'report-keys': showReportKeys,
};

await runCommandLine(usage, () => {
  const { values, positionals } = parseArgs({
    options: { heads: { type: 'string', multiple: true }, key: { type: 'string', multiple: true } },
    allowPositionals: true,
  });
  const [name, file] = positionals;
  const command = chooseCommand(commands, name);
  // a recipient of a report verifies it without a portal
  if (command === verifyReportFile && values.key) return verifyReportByKeys(file, values.key);
  return withContext((context) => command(context, values, file));
});
