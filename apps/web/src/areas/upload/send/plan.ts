import type { RegisteredFile } from '@snimok/contract/uploads';
import type { z } from 'zod';
import type { ChosenFile } from '../choose/chosen-files.ts';

export type Registered = z.infer<typeof RegisteredFile>;

export interface Plan {
  /** on the server already, whole and of the same size */
  there: ChosenFile[];
  missing: ChosenFile[];
  /** whole on the server, but not among the files chosen now */
  onlyThere: Registered[];
}

/** What an interrupted upload still lacks. Name and size tell whether a file is the same one. */
export function planUpload(chosen: ChosenFile[], registered: Registered[]): Plan {
  const uploaded = new Map(registered.filter((file) => file.uploaded).map((file) => [file.filename, file]));
  const there: ChosenFile[] = [];
  const missing: ChosenFile[] = [];
  for (const one of chosen) {
    const same = uploaded.get(one.filename)?.filesize === one.file.size;
    (same ? there : missing).push(one);
  }
  const names = new Set(chosen.map(({ filename }) => filename));
  return { there, missing, onlyThere: [...uploaded.values()].filter(({ filename }) => !names.has(filename)) };
}
