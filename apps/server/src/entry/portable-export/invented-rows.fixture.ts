import type { Pool } from 'pg';
import { columnOf } from '../../platform/db/client.ts';
import { quoted } from '../backup/save-database.ts';
import { exportedTables } from './exported-tables.ts';

interface CatalogColumn {
  column: string;
  type: string;
  /** the table and column that a foreign key names */
  target: string | null;
  /** the first value that a check permits */
  permitted: string | null;
}

const COLUMNS = `
  select a.attname as column, t.typname as type,
    (select quote_ident(f.relname) || '.' || quote_ident(fa.attname) from pg_constraint k
      join pg_class f on f.oid = k.confrelid join pg_attribute fa on fa.attrelid = f.oid and fa.attnum = k.confkey[1]
      where k.contype = 'f' and k.conrelid = a.attrelid and k.conkey = array[a.attnum]) as target,
    (select substring(pg_get_constraintdef(k.oid) from 'ARRAY\\[''([^'']*)''') from pg_constraint k
      where k.contype = 'c' and k.conrelid = a.attrelid and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%ARRAY[%' limit 1) as permitted
  from pg_attribute a join pg_type t on t.oid = a.atttypid
  where a.attrelid = ('public.' || quote_ident($1))::regclass and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = '' and a.attidentity <> 'a'`;

/** Values that a careless export would change: microseconds, numbers with a trailing zero, quotes, line breaks. */
const INVENTED: Readonly<Record<string, string>> = {
  int2: '1',
  int4: '1',
  int8: '1',
  float4: '0.1',
  float8: '0.30000000000000004',
  bool: 'true',
  text: `E'«б»\\\\ "1"\\n\\t2'`,
  uuid: 'gen_random_uuid()',
  date: "'2026-02-28'",
  timestamptz: "'2026-03-29 01:02:03.456789+03'",
  bytea: "'\\x00ff5c'",
  jsonb: `'{"a": 1.0, "б": [null, 1e-7, "\\\\ \\n"], "c": {}}'`,
  _text: `array['б, "в"', '']`,
  _int4: 'array[11, 48]',
  _int8: 'array[1, 2]',
};

/** The values of columns for which the rules above invent an impossible value, as SQL. */
const CHOSEN: Readonly<Record<string, string>> = {
  'archive_imports.state': "'finished'",
  'distinct_patients.other_id': '(select max(id) from patients)',
  'merged_patients.kept_id': '(select max(id) from patients)',
  'seat_closures.ends_at': "'2026-03-30T00:00:00Z'",
};

/**
 * Adds a row to each exported table that has none, so that the values of every column are exported and loaded. Returns the
 * tables for which that failed, with the reason.
 */
export const inventRows = async (pool: Pool): Promise<string[]> => {
  let left = exportedTables.map(({ name }) => columnOf(name));
  for (;;) {
    const failed: [table: string, reason: string][] = [];
    for (const table of left) {
      const { rowCount } = await pool.query(`select from ${quoted(table)} limit 1`);
      if (rowCount !== 0) continue;
      await invent(pool, table).catch((cause: Error) => failed.push([table, cause.message]));
    }
    // a row may refer to a row of a table that comes later
    if (failed.length === 0 || failed.length === left.length) return failed.map((one) => one.join(': '));
    left = failed.map(([table]) => table);
  }
};

const invent = async (pool: Pool, table: string): Promise<void> => {
  const { rows } = await pool.query<CatalogColumn>(COLUMNS, [table]);
  const values = rows.map(({ column, type, target, permitted }) => {
    const chosen = CHOSEN[`${table}.${column}`];
    if (chosen !== undefined) return chosen;
    if (target !== null) {
      const [of = '', key = ''] = target.split('.');
      return `(select ${key} from ${of} order by 1 limit 1)`;
    }
    return permitted === null ? (INVENTED[type] ?? 'null') : `'${permitted}'`;
  });
  const columns = rows.map(({ column }) => quoted(column)).join(', ');
  await pool.query(
    `insert into ${quoted(table)} (${columns}) overriding system value select ${values.join(', ')}`,
  );
};
