import { dirname } from 'node:path';
import type { Sandbox } from '../../../platform/outside/sandbox/sandbox.ts';
import { openParserPool } from '../../../platform/parsers/parser-pool.ts';
import type { TaskAccess } from '../../../platform/parsers/parser-process.ts';
import { readerFile, type Task, type TaskResult } from './tasks.ts';

/** The parser processes that decode pixels for DICOMweb; each sees the files of one study. */
export const openPixelParsers = (sandbox: Sandbox) =>
  openParserPool<Task, TaskResult>({ sandbox, threadFile: readerFile, accessOf });

const accessOf = (task: Task): TaskAccess => {
  return { read: [dirname(task.path)], write: [dirname(task.out)], files: [task.path] };
};

export type PixelParsers = ReturnType<typeof openPixelParsers>;
