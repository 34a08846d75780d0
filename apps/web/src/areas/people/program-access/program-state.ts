import { counted } from '@snimok/api-client/format-numbers';
import type { Program } from './queries.ts';

const DAY_MS = 24 * 3600_000;

interface State {
  label: string;
  colour: 'green' | 'yellow' | 'blue';
}

/**
 * Whether a program works. It calls the portal only when it has something to send, so a silence of some days may be a
 * weekend. After a week it should be checked.
 */
export function stateOf({ status, lastUsedAt }: Pick<Program, 'status' | 'lastUsedAt'>, now: number): State {
  if (status === 'granted') return { label: 'Ждёт программу', colour: 'blue' };
  if (lastUsedAt === null) return { label: 'Ещё не отправляла', colour: 'blue' };
  const days = Math.floor((now - Date.parse(lastUsedAt)) / DAY_MS);
  return days < 7
    ? { label: 'Работает', colour: 'green' }
    : { label: `Молчит ${counted(days, 'день', 'дня', 'дней')}`, colour: 'yellow' };
}

/** «0.1.0 (KLKT-2)»: the program appends the name of its computer to its version. */
export function computerOf(appVersion: string): { computer: string | null; version: string } {
  const [, version = appVersion, computer] = /^(.*?) \((.+)\)$/.exec(appVersion) ?? [];
  return { computer: computer ?? null, version: version || 'не указана' };
}
