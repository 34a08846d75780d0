import { hostname } from 'node:os';
import type { Context } from '../context.ts';
import { macOf } from '../secrets/key-ring.ts';
import { type AuditEvent, portalInitiator, record } from './record.ts';

type Value = string | number | boolean;

/**
 * Records the start of a process with its settings, so that the history shows which settings changed between two starts.
 * Switches, numbers and durations are stored as they are. Other values may be secrets, so their hashes are stored.
 */
export const recordStart = (
  { db, config, secrets }: Pick<Context, 'db' | 'config' | 'secrets'>,
  roles: { api: boolean; worker: boolean },
): Promise<void> => {
  const valueOf = (setting: unknown): Value => {
    if (typeof setting === 'boolean' || typeof setting === 'number') return setting;
    if (typeof setting === 'object' && setting !== null && 'text' in setting) return String(setting.text);
    return macOf(secrets.auditNames, JSON.stringify(setting)).toString('hex').slice(0, 12);
  };
  const { given: _, ...parsed } = config;
  const settings = Object.entries(parsed)
    .filter(([, setting]) => setting !== undefined)
    .map(([name, setting]) => [name, valueOf(setting)] as const);
  const event: AuditEvent = {
    action: 'portal.start',
    details: { host: hostname(), ...roles, ...Object.fromEntries(settings) },
  };
  return record(db, portalInitiator, event);
};
