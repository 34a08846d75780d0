import { parseS3URL } from './s3-location.ts';

const DAY_MS = 86_400_000;
const DEFAULT_LOCK_DAYS = 3_650;

interface LockedLocation {
  /** the URL without the settings of the lock */
  url: string;
  mode: 'COMPLIANCE' | 'GOVERNANCE' | undefined;
  lockMs: number;
}

/** Reads `lockMode` (COMPLIANCE, GOVERNANCE or off) and `lockDays` of the URL. */
export const parseLockedURL = (text: string): LockedLocation => {
  const url = new URL(text);
  const mode = url.searchParams.get('lockMode') ?? 'COMPLIANCE';
  const days = url.searchParams.get('lockDays') ?? String(DEFAULT_LOCK_DAYS);
  if (!['COMPLIANCE', 'GOVERNANCE', 'off'].includes(mode))
    throw new TypeError('lockMode must be COMPLIANCE, GOVERNANCE or off');
  if (!/^[1-9]\d{0,4}$/.test(days)) throw new TypeError('lockDays must be a number from 1 to 99999');
  url.searchParams.delete('lockMode');
  url.searchParams.delete('lockDays');
  parseS3URL(url.href);
  return {
    url: url.href,
    mode: mode === 'off' ? undefined : (mode as 'COMPLIANCE' | 'GOVERNANCE'),
    lockMs: Number(days) * DAY_MS,
  };
};
