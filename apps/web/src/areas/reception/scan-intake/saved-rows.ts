import { findSaved, listNames, removeSaved, save } from '../../../shared/storage/user-storage.ts';
import type { ChosenFile } from '../../studies/uploads/choose/chosen-file.ts';
import { type Findings, summarise } from '../../studies/uploads/inspect/inspect-files.ts';

/*
 * Rows outlive their page. What was found and typed is kept encrypted, like every unfinished input (decision 104). The
 * files are read again with their handles, or chosen again (decision 117).
 */

const PREFIX = 'intake:';
/** Patients wait for their studies for hours, not for weeks. */
const MAX_AGE_MS = 7 * 24 * 3_600_000;

interface Row {
  id: string;
  addedAt: number;
  findings: Findings;
  files: ChosenFile[] | null;
  isCreating: boolean;
  problem: string | null;
}

export function saveRow({ files: _files, isCreating: _is, problem: _problem, ...row }: Row) {
  // not saved: useless without the files, and found again when they are read
  const findings = { ...row.findings, pictures: [], instances: [], sample: null };
  save(PREFIX + row.id, JSON.stringify({ ...row, findings, savedAt: Date.now() }));
}

export const removeSavedRow = (id: string) => removeSaved(PREFIX + id);

/** The saved rows, the newest first, without their files. Removes those that are too old. */
export function listSavedRows<Saved extends Row>(): Saved[] {
  const saved = listNames(PREFIX)
    .flatMap((name) => findSaved(name) ?? [])
    .map((text) => JSON.parse(text) as Saved & { savedAt: number });
  const oldest = Date.now() - MAX_AGE_MS;
  for (const { id, savedAt } of saved) if (savedAt < oldest) removeSavedRow(id);
  return saved
    .filter(({ savedAt }) => savedAt >= oldest)
    .toSorted((one, other) => other.addedAt - one.addedAt)
    .map((row) => ({
      ...row,
      // another version may have saved fewer findings
      findings: { ...summarise([]), ...row.findings },
      files: null,
      isCreating: false,
      problem: null,
    }));
}
