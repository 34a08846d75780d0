import { createHmac } from 'node:crypto';
import pg, { type ClientBase, type Pool } from 'pg';

/**
 * The role with which the portal connects while it runs: it reads and writes rows, but owns nothing. It may add rows
 * to the audit history, but it can neither change them nor disable the triggers that refuse a change.
 */

/** Rows of these tables are added and read, never changed. */
const INSERT_ONLY = ['audit_events', 'audit_chain', 'audit_heads', 'report_seal_keys'];
/** The migrators' own records, which only the owner writes. */
const READ_ONLY = ['kysely_migration', 'kysely_migration_lock', 'migrations'];
const PRIVILEGES = ['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger'] as const;
type Privilege = (typeof PRIVILEGES)[number];

const allowedOn = (table: string): Privilege[] => {
  if (READ_ONLY.includes(table)) return ['select'];
  if (INSERT_ONLY.includes(table)) return ['select', 'insert'];
  return ['select', 'insert', 'update', 'delete'];
};

interface Relation {
  schema: string;
  name: string;
  kind: 'table' | 'sequence';
  /** privileges that the role has, by itself or through PUBLIC or another role */
  held: string[];
  /** row level security is on, and no policy admits the role */
  lacksPolicy: boolean;
}

const SCHEMAS = ['public', 'graphile_worker'];
const POLICY = 'snimok_application';

/** Relations of both schemas, except relations of extensions. */
const RELATIONS = `
  select n.nspname as schema, c.relname as name,
    case when c.relkind = 'S' then 'sequence' else 'table' end as kind,
    array(select p from unnest($2::text[]) p
      where case when c.relkind = 'S'
        then p in ('select', 'usage', 'update') and has_sequence_privilege($1::name, c.oid, p)
        else p <> 'usage' and has_table_privilege($1::name, c.oid, p) end) as held,
    c.relrowsecurity and not exists (
      select from pg_policy where polrelid = c.oid
        and polroles @> array[(select oid from pg_roles where rolname = $1::name)]) as "lacksPolicy"
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = any($3::text[]) and c.relkind in ('r', 'p', 'v', 'S')
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by 1, 2`;

const quoted = pg.escapeIdentifier;

/** Of several processes that start at the same time, one creates the role and grants the privileges. */
const LOCK = `select pg_advisory_xact_lock(hashtextextended('application role', 0))`;

/**
 * The statements that give the role exactly the intended privileges on one relation; none if the role has them
 * already.
 */
const statementsFor = ({ schema, name, kind, held, lacksPolicy }: Relation, role: string): string[] => {
  const relation = `${kind} ${quoted(schema)}.${quoted(name)}`;
  const allowed: string[] = kind === 'sequence' ? ['usage', 'select'] : allowedOn(name);
  const missing = allowed.filter((privilege) => !held.includes(privilege));
  const excessive = held.filter((privilege) => !allowed.includes(privilege));
  return [
    missing.length > 0 && `grant ${missing.join(', ')} on ${relation} to ${quoted(role)}`,
    excessive.length > 0 && `revoke ${excessive.join(', ')} on ${relation} from ${quoted(role)}, public`,
    lacksPolicy &&
      `create policy ${quoted(POLICY)} on ${quoted(schema)}.${quoted(name)} to ${quoted(role)} using (true) with check (true)`,
  ].filter((statement) => statement !== false);
};

/**
 * Gives `role` its privileges on all tables; call after the migrations, as the owner of the tables. Skips tables on which
 * the role has them already, so that a start does not change the catalogue.
 */
export const grantToApplication = async (owner: Pool, role: string): Promise<void> => {
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(LOCK);
    for (const schema of SCHEMAS) {
      const { rows } = await client.query<{ may: boolean }>(
        `select has_schema_privilege($1::name, $2::text, 'usage') as may`,
        [role, schema],
      );
      if (!rows[0]?.may) await client.query(`grant usage on schema ${quoted(schema)} to ${quoted(role)}`);
    }
    const { rows } = await client.query<Relation>(RELATIONS, [role, [...PRIVILEGES, 'usage'], SCHEMAS]);
    for (const relation of rows) {
      for (const statement of statementsFor(relation, role)) await client.query(statement);
    }
    await client.query('commit');
  } finally {
    // closing the connection rolls back an unfinished transaction
    client.release(true);
  }
};

/**
 * The URL of the application's role in the embedded database. Its password is derived from the owner's, so that every
 * process of the data folder knows it and no further file is needed.
 */
export const embeddedApplicationURL = (ownerURL: string): string => {
  const url = new URL(ownerURL);
  url.username = 'snimok';
  url.password = createHmac('sha256', decodeURIComponent(url.password))
    .update('application role')
    .digest('base64url');
  return url.href;
};

/** Creates the role that the URL names, with the URL's password, if it is missing and the owner may create roles. */
export const createMissingRole = async (owner: Pool, applicationURL: string): Promise<void> => {
  const { username, password } = new URL(applicationURL);
  const role = decodeURIComponent(username);
  if (role === '') return;
  const client = await owner.connect();
  try {
    await client.query('begin');
    await client.query(LOCK);
    const { rows } = await client.query<{ isMissing: boolean }>(
      `select (rolsuper or rolcreaterole) and not exists (select from pg_roles where rolname = $1) as "isMissing"
       from pg_roles where rolname = current_user`,
      [role],
    );
    if (rows[0]?.isMissing)
      await client.query(
        `create role ${quoted(role)} login password ${pg.escapeLiteral(decodeURIComponent(password))}`,
      );
    await client.query('commit');
  } finally {
    client.release(true);
  }
};

/** Whether the connected role can change or delete audit records, or remove what prevents it. */
export const mayRewriteAudit = async (client: Pool | ClientBase): Promise<boolean> => {
  const { rows } = await client.query<{ may: boolean }>(`
    select coalesce(bool_or(pg_has_role(c.relowner, 'member')
      or has_table_privilege(c.oid, 'update, delete, truncate, trigger')), false) as may
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relname = any('{${INSERT_ONLY.join(',')}}')`);
  return rows[0]?.may ?? false;
};
