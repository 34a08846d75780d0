import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { settingRow } from '@snimok/contract/administration/portal-settings';
import { invalid } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

const isAllowed = (path: string, mode: number): Promise<boolean> =>
  access(path, mode).then(
    () => true,
    () => false,
  );

/**
 * Throws 400 if the setting is a folder that does not exist or into which the portal cannot write, or a file that it cannot read. A start
 * does not check this, because a disk that is not connected must not stop the portal.
 */
export const requirePath = async (name: string, path: string): Promise<void> => {
  const row = settingRow(name);
  const kind = row?.value.kind;
  if (!row || (kind !== 'folder' && kind !== 'file')) return;
  // a path that the portal may not enter counts as absent
  const found = await stat(path).catch(() => null);
  if (kind === 'file') {
    if (!found?.isFile()) throw invalid(sentences.noFile(row.label));
    if (!(await isAllowed(path, constants.R_OK))) throw invalid(sentences.unreadableFile(row.label));
    return;
  }
  if (!found?.isDirectory()) throw invalid(sentences.noFolder(row.label));
  if (!(await isAllowed(path, constants.W_OK | constants.X_OK)))
    throw invalid(sentences.readOnlyFolder(row.label));
};
