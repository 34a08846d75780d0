import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startServer } from '../../testing/portal/server.ts';
import { propertyOf } from './client.ts';
import { patientTables } from './patient-tables.ts';
import type { Database } from './schema.ts';

/** The names of columns that refer to a patient, her studies or their files, or contain facts about her. */
const REVEALING =
  /^(patient|study|object|upload)_(id|uuid|name|phone)$|^(birthday|filename|patient_in_files|study_instance_uid)$/;

interface Column {
  table: string;
  column: string;
  /** the table to which a foreign key of this column refers */
  target: string | null;
}

const listColumns = async () => {
  const { context } = await startServer();
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as column, k.confrelid::regclass::text as target
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    left join pg_constraint k on k.conrelid = c.oid and k.contype = 'f' and a.attnum = any(k.conkey)
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not like 'kysely%'`.execute(
    context.db,
  );
  return { context, columns: rows };
};

test('every table has an entry in patientTables, and those entered as unrelated do not refer to patients', async () => {
  const { columns } = await listColumns();
  const tables = [...new Set(columns.map(({ table }) => propertyOf(table)))];
  expect(tables.toSorted()).toEqual(Object.keys(patientTables).toSorted());
  const isOfPatients = (table: string) => 'rowsOf' in patientTables[propertyOf(table) as keyof Database];
  const wrong = columns.filter(
    ({ table, column, target }) =>
      !isOfPatients(table) && (REVEALING.test(column) || (target !== null && isOfPatients(target))),
  );
  expect(wrong).toEqual([]);
});

test('PostgreSQL accepts each condition of patientTables for its table', async () => {
  const { context } = await startServer();
  for (const [table, entry] of Object.entries(patientTables)) {
    if (!('rowsOf' in entry)) continue;
    const rows = context.db
      .selectFrom(table as 'studies')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where(entry.rowsOf(1));
    expect([table, await rows.executeTakeFirstOrThrow()]).toEqual([table, { count: 0 }]);
  }
});
