import { once } from 'node:events';
import { sql } from 'kysely';
import { linkEvents, verifyChain } from '../../platform/audit/chain.ts';
import type { Context } from '../../platform/context.ts';
import { chooseCommand, print, runCommandLine, withContext } from './command-line.ts';

const usage = `Usage:
  npm run audit -- verify            checks that no record was changed, removed or inserted
  npm run audit -- export > FILE     every record as a line of JSON, oldest first
`;

/** Exit code 2 when the chain is broken, so that a timer can raise an alarm. */
const verify = async ({ db }: Context): Promise<number> => {
  await linkEvents(db);
  const { events, linked, brokenAt } = await verifyChain(db);
  const isIntact = brokenAt === null && events === linked;
  const firstWrong = brokenAt === null ? '' : `, the first wrong link is ${brokenAt}`;
  print(
    isIntact
      ? `${events} records, the chain is intact`
      : `BROKEN: ${events} records, ${linked} links${firstWrong}`,
  );
  return isIntact ? 0 : 2;
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

const commands: Record<string, typeof verify> = { verify, export: exportAll };

await runCommandLine(usage, () => withContext(chooseCommand(commands, process.argv[2])));
