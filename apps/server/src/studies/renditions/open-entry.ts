import { open } from 'node:fs/promises';
import { readExactly } from '../../platform/zip/zip-blocks.ts';
import { inflateWhole } from '../../platform/zip/zip-content.ts';
import { inspectContent, READ_WHOLE_BYTES } from '../processing/parser-tasks/inspect-file.ts';
import type { FileFacts } from '../processing/parser-tasks/collected-file.ts';
import type { Entry } from './tasks.ts';

interface OpenedEntry {
  /** empty for a file that is too large */
  bytes: Buffer;
  facts: FileFacts;
}

let last: { entry: Entry; opened: OpenedEntry } | null = null;

/** An entry of the study's object, decompressed and inspected. The last one is cached: its frames are read in turn. */
export const openEntry = async (entry: Entry): Promise<OpenedEntry> => {
  if (last?.entry.path === entry.path && last.entry.offset === entry.offset) return last.opened;
  last = null;
  const opened = await readEntry(entry);
  last = { entry, opened };
  return opened;
};

const readEntry = async ({
  path,
  offset,
  compressedBytes,
  sizeBytes,
  method,
}: Entry): Promise<OpenedEntry> => {
  if (sizeBytes > READ_WHOLE_BYTES) {
    return { bytes: Buffer.alloc(0), facts: { kind: 'broken', reason: 'too large to be read whole' } };
  }
  const file = await open(path, 'r');
  try {
    const compressed = await readExactly(file, offset, compressedBytes);
    const bytes = method === 'stored' ? compressed : await inflateWhole(compressed, sizeBytes);
    return { bytes, facts: await inspectContent(bytes, bytes) };
  } finally {
    await file.close();
  }
};
