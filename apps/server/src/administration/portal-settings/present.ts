import type { SettingState } from '@snimok/contract/administration/portal-settings';
import { SETTINGS } from '@snimok/contract/administration/setting-rows';
import type { Context } from '../../platform/context.ts';
import { defaultTextOf } from '../../platform/settings/default-text.ts';
import { configWith } from '../../platform/stored-settings/effective-config.ts';
import { listStoredSettings } from '../../platform/stored-settings/queries.ts';

/** The server of a MAIL_URL and its user, without the password. */
const shownMailServer = (url: string): string => {
  const { protocol, hostname, port, username } = new URL(url);
  const server = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`;
  return username ? `${server}, ${decodeURIComponent(username)}` : server;
};

const shownSecret = (text: string | null): string => {
  if (text === null) return '';
  return URL.canParse(text) ? shownMailServer(text) : 'задано';
};

/** The settings that administrators can change. */
export const presentSettings = async ({
  db,
  config,
  secrets,
}: Pick<Context, 'db' | 'config' | 'secrets'>): Promise<SettingState[]> => {
  const stored = await listStoredSettings(db, secrets);
  const { config: next, ignored } = configWith(config, stored);
  const { environment, stored: atStart } = config.given;
  return SETTINGS.map((row) => {
    const { name, effect } = row;
    const saved = environment[name] ?? next.given.stored[name] ?? defaultTextOf(name);
    const running = environment[name] ?? atStart[name] ?? defaultTextOf(name);
    const isSecret = 'isSecret' in row;
    return {
      name,
      value: isSecret ? null : saved,
      source: sourceOf(environment[name], next.given.stored[name]),
      shown: isSecret ? shownSecret(saved) : '',
      isWrong: ignored.has(name),
      isWaiting: effect === 'restart' && saved !== running,
    };
  });
};

const sourceOf = (ofEnvironment: string | undefined, stored: string | undefined): SettingState['source'] => {
  if (ofEnvironment !== undefined) return 'environment';
  return stored === undefined ? 'default' : 'stored';
};
