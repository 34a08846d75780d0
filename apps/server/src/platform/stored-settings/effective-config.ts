import { settingRow } from '@snimok/contract/administration/portal-settings';
import type { Context } from '../context.ts';
import type { Tx } from '../db/client.ts';
import { type Config, readConfig } from '../settings/config.ts';
import { ConfigError } from '../settings/config-error.ts';
import { listStoredSettings } from './queries.ts';

const OTHER_SECRET = 'was encrypted with another SECRET';
const UNKNOWN = 'is not a setting that can be stored';

/** A configuration, and the reasons why stored settings are ignored, by name. A reason never contains the value. */
interface Effective {
  config: Config;
  ignored: Map<string, string>;
}

/**
 * The configuration with these stored settings. Settings of the environment win. A stored setting that does not parse is
 * ignored, because it must not stop the portal from starting.
 */
export const configWith = ({ given }: Config, stored: ReadonlyMap<string, string | null>): Effective => {
  const ignored = new Map<string, string>();
  const used: Record<string, string> = {};
  for (const [name, text] of stored) {
    if (!settingRow(name)) ignored.set(name, UNKNOWN);
    else if (given.environment[name] !== undefined) continue;
    else if (text === null) ignored.set(name, OTHER_SECRET);
    else used[name] = text;
  }
  for (;;) {
    try {
      return { config: readConfig(given.environment, used), ignored };
    } catch (cause) {
      if (!(cause instanceof ConfigError) || Object.keys(used).length === 0) throw cause;
      // a rule about several settings may name one of the environment
      const names = cause.setting in used ? [cause.setting] : Object.keys(used);
      for (const name of names) {
        delete used[name];
        ignored.set(name, cause.message);
      }
    }
  }
};

/** The configuration with the settings that are stored now; they are not read with `STORED_SETTINGS=off`. */
export const readEffectiveConfig = async (
  { config, secrets }: Pick<Context, 'config' | 'secrets'>,
  db: Tx,
): Promise<Effective> => {
  if (!config.storedSettings) return { config, ignored: new Map() };
  const stored = await listStoredSettings(db, secrets);
  return stored.size === 0 && Object.keys(config.given.stored).length === 0
    ? { config, ignored: new Map() }
    : configWith(config, stored);
};

/** The configuration with which a process works, read once at its start. */
export const readConfigAtStart = async (
  parts: Pick<Context, 'config' | 'secrets' | 'log'>,
  db: Tx,
): Promise<Config> => {
  const { config, ignored } = await readEffectiveConfig(parts, db);
  for (const [setting, reason] of ignored)
    parts.log.warn({ setting, reason }, 'a setting that was saved in the browser is ignored');
  return config;
};
