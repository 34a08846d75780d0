import { type SettingChanges, settingRow } from '@snimok/contract/administration/portal-settings';
import { wrongSetting } from '@snimok/contract/administration/setting-kinds';
import type { z } from 'zod';
import { type Initiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict, invalid } from '../../platform/errors/errors.ts';
import { configWith } from '../../platform/stored-settings/effective-config.ts';
import { countChange, listStoredSettings, storeSetting } from '../../platform/stored-settings/queries.ts';
import { requirePath } from './require-path.ts';
import { sentences } from './sentences.ts';

type Changes = z.output<typeof SettingChanges>;

/** The changed settings. An empty text removes the stored value, as an empty variable of the environment counts as absent. */
const changesIn = (changes: Changes): [name: string, text: string | null][] =>
  Object.entries(changes).flatMap(([name, text]) => (text === undefined ? [] : [[name, text || null]]));

const labelOf = (name: string): string => settingRow(name)?.label ?? name;

const requireChangeable = ({ config }: Pick<Context, 'config'>, name: string): void => {
  if (config.given.environment[name] !== undefined) throw conflict(sentences.fixed(labelOf(name)));
};

/**
 * Stores settings in the transaction. Throws 400 for the first setting whose value the portal would not accept at a start, or
 * whose folder or file it cannot use. Throws 409 for a setting that the environment sets.
 */
export const storeSettings = async (
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  tx: Tx,
  by: Initiator,
  changes: Changes,
): Promise<void> => {
  const changed = changesIn(changes);
  for (const [name, text] of changed) {
    requireChangeable({ config }, name);
    await storeSetting(tx, secrets, name, text);
  }
  const { ignored } = configWith(config, await listStoredSettings(tx, secrets));
  const wrong = changed.find(([name, text]) => text !== null && ignored.has(name));
  const row = wrong && settingRow(wrong[0]);
  if (row) throw invalid(wrongSetting(row));
  for (const [name, text] of changed) if (text !== null) await requirePath(name, text);
  const names = changed.map(([name]) => name).join(' ');
  await record(tx, by, { action: 'settings.change', details: { settings: names } });
};

/** Changes settings; 409 if they were changed since `version`. */
export const changeSettings = (
  context: Pick<Context, 'db' | 'config' | 'secrets'>,
  by: Initiator,
  { changes, version }: { changes: Changes; version: number },
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    if (!(await countChange(tx, version))) throw conflict(sentences.settingsChanged);
    await storeSettings(context, tx, by, changes);
  });
