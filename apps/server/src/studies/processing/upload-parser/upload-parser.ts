import { dirname, join } from 'node:path';
import type { Sandbox } from '../../../platform/outside/sandbox/sandbox.ts';
import { ParserProcess, type TaskAccess } from '../../../platform/parsers/parser-process.ts';
import { contentOf } from '../parser-tasks/file-content.ts';
import type { CollectedFile } from '../parser-tasks/collected-file.ts';
import type { ParserReply, ParserTask } from '../parser-tasks/parser-tasks.ts';

interface Folders {
  /** the folders with the files of the upload or study */
  read: string[];
  /** for the pictures of a study */
  write: string[];
}

/**
 * The parser process for the files of one upload, their pictures and their panorama. While it unpacks a ZIP, it sees that
 * ZIP alone; bundles are unpacked together.
 */
export class UploadParser extends ParserProcess<ParserTask, ParserReply> {
  constructor(sandbox: Sandbox, folders: Folders) {
    const threadFile = join(import.meta.dirname, '../parser-tasks/parser-thread.ts');
    super({ sandbox, threadFile, accessOf: (task) => accessOf(task, folders) });
  }
}

const accessOf = (task: ParserTask, { read, write }: Folders): TaskAccess => {
  const files = filesOf(task);
  if (task.task === 'measure-zip') return { read: files, write: [], files };
  if (task.task === 'unpack-zip') return { read: files, write: [task.folder], files };
  if (task.task === 'unbundle') return { read: [task.read], write: [task.folder], files };
  return { read, write, files };
};

const filesOf = (task: ParserTask): string[] => {
  if (task.task !== 'panorama' && task.task !== 'segment') return [task.path];
  const files = new Set(task.files.map(({ path }) => path));
  if (task.task === 'segment' && task.labels) files.add(task.labels);
  return [...files];
};

/** The folders that contain these files: `scratch`, and folders of a store on this machine. */
export const foldersOf = (scratch: string, files: readonly CollectedFile[]): string[] => {
  const folders = new Set(files.flatMap((file) => dirname(contentOf(file).path)));
  const others = [...folders].filter((folder) => !`${folder}/`.startsWith(`${scratch}/`));
  return [scratch, ...others];
};
