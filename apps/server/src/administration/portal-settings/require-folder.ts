import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { settingRow } from '@snimok/contract/administration/portal-settings';
import { invalid } from '../../platform/errors/errors.ts';
import { sentences } from './sentences.ts';

/**
 * Throws 400 if the setting is a folder that does not exist, or into which the portal cannot write. A start does not check this,
 * because a disk that is not connected must not stop the portal.
 */
export const requireFolder = async (name: string, path: string): Promise<void> => {
  const row = settingRow(name);
  if (row?.value.kind !== 'folder') return;
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw invalid(sentences.noFolder(row.label));
  const isWritable = await access(path, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) throw invalid(sentences.readOnlyFolder(row.label));
};
