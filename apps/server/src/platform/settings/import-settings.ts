import { z } from 'zod';
import { isNetwork } from './network-settings.ts';

const listOf = (preset: string) =>
  z
    .string()
    .default(preset)
    .transform((text) =>
      text
        .split(',')
        .map((one) => one.trim())
        .filter(Boolean),
    );

/** Settings of the import from other archives. */
export const importSettings = {
  IMPORT_FOLDERS: listOf('/media,/mnt,/srv').refine(
    (folders) => folders.every((folder) => folder.startsWith('/')),
    { error: 'must be absolute paths, separated by commas' },
  ),
  IMPORT_NETWORKS: listOf('10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7').refine(
    (networks) => networks.every(isNetwork),
    { error: 'must be addresses or networks such as 10.0.0.0/8, separated by commas' },
  ),
};

export const importsOf = (s: { IMPORT_FOLDERS: string[]; IMPORT_NETWORKS: string[] }) => ({
  archiveImport: {
    /** Folders of this machine in which an archive to import may be. */
    folders: s.IMPORT_FOLDERS,
    /** Private networks in which an archive to import may be. */
    networks: s.IMPORT_NETWORKS,
  },
});
