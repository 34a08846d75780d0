import type { SETTINGS } from '@snimok/contract/administration/setting-rows';

type Value = (typeof SETTINGS)[number]['value'];

const UNIT_SECONDS = { day: 86_400, hour: 3_600, minute: 60 };
const UNIT_GIGABYTES: Record<string, number> = { KB: 1e-6, MB: 1e-3, GB: 1, TB: 1_000 };

const secondsOf = (text: string): number | null => {
  const [all, hours = '0', minutes = '0', seconds = '0'] =
    /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+)s)?$/.exec(text.trim()) ?? [];
  return all ? Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) : null;
};

/** The text of a setting as its field shows it: a duration in its unit, a size in gigabytes. */
export const shownOf = (value: Value, text: string): string => {
  if (value.kind === 'duration') {
    const seconds = secondsOf(text);
    return seconds === null ? '' : String(seconds / UNIT_SECONDS[value.unit]);
  }
  if (value.kind === 'size') {
    const [, number, unit = 'GB'] = /^([\d.]+)\s*([KMGT]B)$/i.exec(text.trim()) ?? [];
    return number === undefined ? text : String(Number(number) * (UNIT_GIGABYTES[unit.toUpperCase()] ?? 1));
  }
  return text;
};

/** The text of a setting for what a field shows; empty for the default. */
export const textOf = (value: Value, shown: string): string => {
  const trimmed = shown.trim();
  if (value.kind === 'duration') {
    if (trimmed === '') return 'canBeOff' in value ? 'off' : '';
    const seconds = Math.round(Number(trimmed.replace(',', '.')) * UNIT_SECONDS[value.unit]);
    const hours = Math.floor(seconds / 3_600);
    return `${hours}h${Math.floor((seconds % 3_600) / 60)}m${seconds % 60}s`;
  }
  if (value.kind === 'size') return trimmed === '' ? '' : `${trimmed.replace(',', '.')}GB`;
  return trimmed;
};
