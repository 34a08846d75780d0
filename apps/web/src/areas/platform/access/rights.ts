import { STAFF_RIGHTS, type StaffRight } from '@snimok/contract/people/staff';
import type { AssistantSettings } from '@snimok/contract/people/web-app-settings';
import { useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { assistantSettingsQuery } from './settings.ts';

type Settings = z.output<typeof AssistantSettings>;

export const rightsOf = (settings: Settings | undefined): ReadonlySet<StaffRight> => {
  if (!settings) return new Set();
  // an earlier version of the server gives every assistant all rights
  const { rights = STAFF_RIGHTS, separateReportRights } = settings;
  // in an earlier version, the right to the PDF includes writing reports
  const isBoth = !separateReportRights && rights.includes('reports');
  return new Set(isBoth ? [...rights, 'report-writing'] : rights);
};

/** Whether the assistant has one of the rights; none are needed for an empty list. */
export function hasOneOf(settings: Settings | undefined, rights: readonly StaffRight[]): boolean {
  const own = rightsOf(settings);
  return rights.length === 0 || rights.some((right) => own.has(right));
}

/** Whether the signed-in assistant has a right; false until the settings have loaded. */
export function useRight(right: StaffRight): boolean {
  const { data: settings } = useQuery(assistantSettingsQuery);
  return hasOneOf(settings, [right]);
}
