import { STAFF_RIGHTS, type StaffRight } from '@snimok/contract/people/staff';

/**
 * The rights of an account as its row has them. `reports` in `rights` stands for both rights on reports, as in versions of the
 * portal that had one right for both. If an account has only one of them, it is in `onlyReportRight` (decision 115).
 */
interface StoredRights {
  rights: string[];
  onlyReportRight: string | null;
}

const REPORT_RIGHTS: readonly StaffRight[] = ['reports', 'report-writing'];

/** The columns of `StoredRights`. */
export const rightsColumns = ['accounts.rights', 'accounts.onlyReportRight'] as const;

/** Leaves out rights of a later version. */
export const readRights = ({ rights, onlyReportRight }: StoredRights): StaffRight[] => {
  const all = rights.includes('reports') ? [...rights, ...REPORT_RIGHTS] : [...rights, onlyReportRight];
  return STAFF_RIGHTS.filter((right) => all.includes(right));
};

export const storeRights = (rights: readonly StaffRight[]): StoredRights => {
  const ofReports = REPORT_RIGHTS.filter((right) => rights.includes(right));
  const others = rights.filter((right) => !REPORT_RIGHTS.includes(right));
  const [only = null, second] = ofReports;
  return second
    ? { rights: [...others, 'reports'], onlyReportRight: null }
    : { rights: others, onlyReportRight: only };
};
