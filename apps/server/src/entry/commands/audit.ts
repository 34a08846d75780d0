import { once } from 'node:events';
import { sql } from 'kysely';
import { linkEvents, verifyChain } from '../../platform/audit/chain.ts';
import { readConfig } from '../../platform/config.ts';
import type { Context } from '../../platform/context.ts';
import { logToOutput } from '../../platform/log.ts';
import { openContext } from '../../platform/open-context.ts';

const usage = `Usage:
  npm run audit -- verify            checks that no record was changed, removed or slipped in
  npm run audit -- export > FILE     every record, a JSON line each, oldest first
`;

class Usage extends Error {}

/** Exit code 2 when the chain is broken, so that a timer can raise an alarm. */
const verify = async ({ db }: Context): Promise<number> => {
  await linkEvents(db);
  const { events, linked, brokenAt } = await verifyChain(db);
  const whole = brokenAt === null && events === linked;
  process.stdout.write(
    whole
      ? `${events} records, the chain holds\n`
      : `BROKEN: ${events} records, ${linked} links${brokenAt === null ? '' : `, the first wrong one is link ${brokenAt}`}\n`,
  );
  return whole ? 0 : 2;
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

const main = async (): Promise<number> => {
  const command = commands[process.argv[2] ?? ''];
  if (!command) throw new Usage('say what to do');
  const log = logToOutput();
  log.level = 'warn';
  const { context, close } = await openContext(readConfig(process.env), log);
  try {
    return await command(context);
  } finally {
    await close();
  }
};

try {
  process.exitCode = await main();
} catch (cause) {
  process.stderr.write(
    `${cause instanceof Error ? cause.message : cause}\n${cause instanceof Usage ? usage : ''}`,
  );
  process.exitCode = 1;
}
