import { STAFF_RIGHTS, type StaffRight } from '@snimok/contract/staff';
import type { AssistantSettings } from '@snimok/contract/settings';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { assistantSettingsQuery } from './settings.ts';

/** Whether the assistant has one of the rights; none are needed for an empty list. */
export function hasOneOf(
  settings: z.output<typeof AssistantSettings> | undefined,
  rights: readonly StaffRight[],
): boolean {
  // an earlier version of the server gives every assistant all rights
  const own: readonly string[] = settings?.rights ?? (settings ? STAFF_RIGHTS : []);
  return rights.length === 0 || rights.some((right) => own.includes(right));
}

/** Whether the signed-in assistant has a right; false until the settings have loaded. */
export function useRight(right: StaffRight): boolean {
  const { data: settings } = useQuery(assistantSettingsQuery);
  return hasOneOf(settings, [right]);
}
