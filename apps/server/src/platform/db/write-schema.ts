import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STUDY_TYPE_NAMES } from '@snimok/contract/studies/study-types';
import { sql } from 'kysely';
import { type Db, propertyOf } from './client.ts';

interface Column {
  table: string;
  column: string;
  type: string;
  nullable: boolean;
  generated: boolean;
  /** the definitions of the column's constraints */
  checks: string | null;
}

const typescriptOf: Record<string, string> = {
  int8: 'number',
  int4: 'number',
  int2: 'number',
  float4: 'number',
  float8: 'number',
  text: 'string',
  uuid: 'string',
  date: 'string',
  bool: 'boolean',
  bytea: 'Buffer',
  jsonb: 'Json',
  _text: 'string[]',
  _int8: 'number[]',
  _int4: 'number[]',
};

/** Whether a column accepts exactly the declared types of studies, and therefore gets the type `StudyType`. */
const isStudyType = ({ checks }: Column): boolean => {
  const accepted = [...(checks ?? '').matchAll(/'(\w+)'::text/g)].map(([, name]) => name);
  return accepted.toSorted().join() === STUDY_TYPE_NAMES.toSorted().join();
};

const typeOf = (column: Column): string => {
  const { type, nullable, generated } = column;
  const base =
    type === 'timestamptz'
      ? 'Instant'
      : isStudyType(column)
        ? 'StudyType'
        : (typescriptOf[type] ??
          (() => {
            throw new Error(`No TypeScript type for the column type ${type}: add it to typescriptOf`);
          })());
  const withNull = nullable ? `${base} | null` : base;
  return generated ? `Generated<${withNull}>` : withNull;
};

/**
 * The text of `schema.ts` for a migrated database.
 * @internal
 */
export const describeSchema = async (db: Db): Promise<string> => {
  const { rows } = await sql<Column>`
    select c.table_name as table, c.column_name as column, c.udt_name as type,
      c.is_nullable = 'YES' as nullable,
      (c.column_default is not null or c.is_identity = 'YES') as generated,
      (select string_agg(pg_get_constraintdef(oid), ' ') from pg_constraint
        where contype = 'c' and conrelid = c.table_name::regclass
          and conkey = array[c.ordinal_position]::smallint[]) as checks
    from information_schema.columns c
    where c.table_schema = 'public' and c.table_name not like 'kysely%'
    order by c.table_name, c.ordinal_position`.execute(db);
  const tables = Map.groupBy(rows, (row) => row.table);
  const interfaces = [...tables].map(
    ([table, columns]) =>
      `  ${propertyOf(table)}: {\n${columns.map((c) => `    ${propertyOf(c.column)}: ${typeOf(c)};`).join('\n')}\n  };`,
  );
  return `// Written by \`npm run schema\` from the migrated database: never by hand.
import type { StudyType } from '@snimok/contract/studies/study-types';
import type { ColumnType } from 'kysely';

/** May be left out of an insert: the database has a value of its own. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>;
type Instant = ColumnType<Date, Date | string, Date | string>;
type Json = ColumnType<unknown, string, string>;

export interface Database {
${interfaces.join('\n')}
}
`;
};

/** @internal */
export const schemaFile = join(import.meta.dirname, 'schema.ts');

export const writeSchema = async (db: Db): Promise<void> => writeFile(schemaFile, await describeSchema(db));
