import type { ClientBase } from 'pg';
import { columnOf, propertyOf } from '../../platform/db/client.ts';
import { quoted } from '../backup/save-database.ts';
import type { ExportedTable } from './exported-tables.ts';

/** A column that is exported. */
export interface Column {
  /** the name in the file, for example `patientID` */
  property: string;
  column: string;
  /** a type of PostgreSQL, as `udt_name` of the catalogue */
  type: string;
  isNullable: boolean;
}

const COLUMNS = `
  select table_name as "table", column_name as column, udt_name as type, is_nullable = 'YES' as "isNullable"
  from information_schema.columns
  where table_schema = 'public' and is_generated = 'NEVER' order by table_name, ordinal_position`;

/** The columns of each exported table, by its name, except columns that are left out or that the database computes. */
export const readColumns = async (
  client: Pick<ClientBase, 'query'>,
  tables: readonly ExportedTable[],
): Promise<Map<string, Column[]>> => {
  const { rows } = await client.query<Omit<Column, 'property'> & { table: string }>(COLUMNS);
  const byTable = Map.groupBy(rows, ({ table }) => propertyOf(table));
  return new Map(
    tables.map(({ name, without = {} }) => {
      const columns = (byTable.get(name) ?? []).map(({ column, type, isNullable }) => ({
        property: propertyOf(column),
        column,
        type,
        isNullable,
      }));
      return [name, columns.filter(({ property }) => !Object.hasOwn(without, property))];
    }),
  );
};

/** The database keeps microseconds, which a `Date` would lose; the hashes of the history depend on them. */
const asText = (value: string, type: string): string => {
  if (type === 'timestamptz') return `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return type === 'bytea' ? `encode(${value}, 'hex')` : value;
};

/** A select of the rows as JSON, one object each. The database writes the JSON, so that no number changes its form. */
export const rowsAsJSON = (
  { name, rows, readAs = {} }: ExportedTable,
  columns: readonly Column[],
  primaryKey: readonly Column[],
): string => {
  const listed = columns.map(({ property, column, type }) => {
    const value = (readAs as Record<string, string>)[property] ?? quoted(column);
    return `${asText(value, type)} as ${quoted(property)}`;
  });
  const order = primaryKey.map(
    ({ column, type }) => quoted(column) + (type === 'text' ? ' collate "C"' : ''),
  );
  return `select row_to_json(r) from (select ${listed.join(', ')} from public.${quoted(columnOf(name))}
    ${rows === undefined ? '' : `where ${rows}`} order by ${order.join(', ')}) r`;
};

const PRIMARY_KEYS = `
  select c.relname as "table", a.attname as column from pg_index i
  join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
  where i.indisprimary and c.relnamespace = 'public'::regnamespace order by 1, array_position(i.indkey, a.attnum)`;

/** The names of the columns of each primary key, by the name of the table in the database. */
export const readPrimaryKeys = async (client: Pick<ClientBase, 'query'>): Promise<Map<string, string[]>> => {
  const { rows } = await client.query<{ table: string; column: string }>(PRIMARY_KEYS);
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return new Map([...byTable].map(([table, of]) => [propertyOf(table), of.map(({ column }) => column)]));
};

/**
 * An insert of the rows that `lines` has as JSON (column `line`). Each JSON value becomes exactly the exported value
 * of the column, so that a second export writes the same bytes.
 */
export const insertOfJSON = (
  { name, loadedAs = {} }: ExportedTable,
  columns: readonly Column[],
  lines: string,
): string => {
  const table = `public.${quoted(columnOf(name))}`;
  const read = columns.map(({ property, column, type }) => {
    const key = `'${property}'`;
    const value = type === 'bytea' ? `to_json('\\x' || (line ->> ${key}))` : `line -> ${key}`;
    return `${value} as ${quoted(column)}`;
  });
  const own = Object.entries(loadedAs as Record<string, string>);
  const targets = [...columns.map(({ column }) => column), ...own.map(([property]) => columnOf(property))];
  const values = [...columns.map(({ column }) => `p.${quoted(column)}`), ...own.map(([, value]) => value)];
  return `insert into ${table} (${targets.map(quoted).join(', ')}) overriding system value
    select ${values.join(', ')} from ${lines},
      lateral json_populate_record(null::${table}, (select row_to_json(x) from (select ${read.join(', ')}) x)) p`;
};

interface TypeSchema {
  type: string;
  format?: string;
  pattern?: string;
}

/** The JSON types of the types in the database; a column with JSON of its own has any type. */
const SCHEMAS: Readonly<Record<string, TypeSchema>> = {
  int2: { type: 'integer' },
  int4: { type: 'integer' },
  int8: { type: 'integer' },
  float4: { type: 'number' },
  float8: { type: 'number' },
  bool: { type: 'boolean' },
  text: { type: 'string' },
  uuid: { type: 'string', format: 'uuid' },
  date: { type: 'string', format: 'date' },
  timestamptz: { type: 'string', format: 'date-time' },
  bytea: { type: 'string', pattern: '^([0-9a-f]{2})*$' },
};

const schemaOfColumn = ({ type, isNullable }: Column): object => {
  if (type === 'jsonb') return {};
  const isArray = type.startsWith('_');
  const one = SCHEMAS[isArray ? type.slice(1) : type];
  if (!one) throw new Error(`the export has no JSON type for columns of the type ${type}`);
  const schema = isArray ? { type: 'array', items: one } : one;
  return isNullable ? { ...schema, type: [schema.type, 'null'] } : schema;
};

/** The JSON Schema of a row, with the columns that are left out and the rows that may differ after a load. */
export const schemaOfTable = (
  { name, about, without = {}, differs }: ExportedTable,
  columns: readonly Column[],
) => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: name,
  description: about,
  type: 'object',
  properties: Object.fromEntries(columns.map((column) => [column.property, schemaOfColumn(column)])),
  required: columns.map(({ property }) => property),
  additionalProperties: false,
  'x-left-out': without,
  'x-differs-after-load': differs ?? 'nothing',
});
