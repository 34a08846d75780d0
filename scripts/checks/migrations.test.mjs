import { expect, test } from 'vitest';
import { judgeMigration } from './migrations.mjs';

const WIDENS = '-- Where a screen is. Only widens: absent means on this machine.\n';

test.each([
  ['a new table', 'create table places (id bigint primary key, name text not null);'],
  ['a column that may be empty', 'alter table desktops add reach text, add check (reach is null or id > 0);'],
  ['a required column with a default', "alter table desktops add column state text not null default 'new';"],
  ['a column that is no longer required', 'alter table desktops alter column host drop not null;'],
  ['a word in a comment', 'alter table desktops add reach text; -- never rename or drop it'],
])('%s is accepted as a change that only widens the schema', (_what, sql) => {
  expect(judgeMigration(WIDENS + sql)).toEqual([]);
});

test('a migration is refused when its first lines do not say what it widens', () => {
  expect(judgeMigration('-- Where a screen is.\ncreate table places (id bigint);').join()).toContain(
    'do not say',
  );
  expect(judgeMigration('create table places (id bigint);').join()).toContain('do not say');
});

test.each([
  ['alter table desktops drop column host;', 'drops something'],
  ['drop table desktops;', 'drops something'],
  ['alter table desktops rename host to place;', 'renames something'],
  ['alter table desktops alter column id type text;', 'changes the type'],
  ['alter table desktops alter host set not null;', 'makes a column required'],
  ['alter table desktops add place text not null;', 'without a default'],
  ['alter table desktops add a text, add column place numeric(3, 1) not null;', 'without a default'],
])('%s is refused when the first line says that it only widens', (sql, why) => {
  expect(judgeMigration(WIDENS + sql).join()).toContain(why);
  const reason =
    '-- Removes a column. Narrows: the column is gone, which no running version has read since 0020.\n';
  expect(judgeMigration(reason + sql)).toEqual([]);
});
