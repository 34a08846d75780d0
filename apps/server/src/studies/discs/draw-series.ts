import { lstat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { Window } from '@snimok/imaging/pictures/window';
import type { ZipIndexEntry } from '../../platform/zip/zip-index.ts';
import type { Sandbox } from '../../platform/outside/sandbox/sandbox.ts';
import { ParserProcess } from '../../platform/parsers/parser-process.ts';
import type { Entry } from '../renditions/tasks.ts';
import type { DiscFile, DiscSeries } from './plan-disc.ts';
import { type DiscReply, type DiscTask, ReadFile, threadFile } from './tasks.ts';
import { UNREAD } from './unread.ts';

/** A picture on the disc: its name on the disc, its local file, and its size in pixels. */
interface DrawnPicture {
  name: string;
  path: string;
  width: number;
  height: number;
}

export interface DrawnSeries extends Pick<DiscSeries, 'title' | 'every'> {
  pictures: DrawnPicture[];
  /** the initial window, and the wider window with which the pictures are drawn; null if the window cannot be changed */
  window: { shown: Window; drawn: Window; isInverted: boolean } | null;
}

interface DrawingOptions {
  sandbox: Sandbox;
  /** the study's object on the local disk */
  path: string;
  /** the folder for the pictures */
  out: string;
  signal: AbortSignal;
}

interface ToDraw {
  series: number;
  file: DiscFile;
  frame: number;
  window: Window | null;
  longestSide: number;
  name: string;
}

type Parser = ParserProcess<DiscTask, DiscReply>;
type OnDone = (share: number) => void;

const PARSER_COUNT = Math.min(2, availableParallelism());
/** A series with at least this many pictures is assumed to consist of slices, which are drawn smaller. */
const SLICES_FROM = 8;
const SLICE_PX = 640;
const PICTURE_PX = 2400;
/**
 * The pictures are drawn with a window this much wider than the initial one, so that the page can show more. A JPEG has
 * 256 grey levels: the wider the window, the coarser each step.
 */
const WIDENING = 1.6;

/** Reads the files of a study's object and draws their pictures, in sandboxed parser processes. */
export class Drawing {
  readonly #options: DrawingOptions;
  readonly #parsers: Parser[];

  constructor(options: DrawingOptions) {
    const { sandbox, path, out } = options;
    this.#options = options;
    const access = { read: [path], write: [out], files: [path] };
    this.#parsers = Array.from(
      { length: PARSER_COUNT },
      () => new ParserProcess<DiscTask, DiscReply>({ sandbox, threadFile, accessOf: () => access }),
    );
  }

  /** Returns the files that have pictures, and those that could not be read. */
  async readFiles(
    entries: ZipIndexEntry[],
    onDone: OnDone,
  ): Promise<{ entry: ZipIndexEntry; read: ReadFile }[]> {
    const found = await this.#each(entries, onDone, async (parser, entry) => {
      const reply = await parser.run({ task: 'read', entry: this.#entryOf(entry) }, this.#options.signal);
      if ('read' in reply && reply.read === null) return undefined;
      const read = 'read' in reply ? ReadFile.safeParse(reply.read).data : undefined;
      return { entry, read: read ?? UNREAD };
    });
    return found.filter((file) => file !== undefined);
  }

  /** Draws the pictures, then ends the processes. Leaves out series without a readable picture. */
  async drawSeries(series: DiscSeries[], onDone: OnDone): Promise<DrawnSeries[]> {
    const windows: DrawnSeries['window'][] = [];
    for (const one of series) windows.push(await this.#windowOf(one));
    const toDraw = series.flatMap(({ pictures }, number) =>
      pictures.map((picture, at): ToDraw => ({
        ...picture,
        series: number,
        window: windows[number]?.drawn ?? null,
        longestSide: pictures.length < SLICES_FROM ? PICTURE_PX : SLICE_PX,
        name: `VIEWER/S${number + 1}/${at + 1}.jpg`,
      })),
    );
    const drawn = await this.#each(toDraw, onDone, (parser, one, at) => this.#draw(parser, one, at));
    // stopped before the check, so that the processes can no longer change what they have written
    for (const parser of this.#parsers) await parser.stop();
    for (const picture of drawn) if (picture) await assertFile(picture.path);
    return series.flatMap(({ title, every }, number) => {
      const pictures = drawn.filter(
        (picture, at): picture is DrawnPicture => picture !== null && toDraw[at]?.series === number,
      );
      return pictures.length > 0 ? [{ title, every, pictures, window: windows[number] ?? null }] : [];
    });
  }

  close(): void {
    for (const parser of this.#parsers) parser.close();
  }

  #entryOf({ offset, compressedBytes, sizeBytes, method }: ZipIndexEntry): Entry {
    return { path: this.#options.path, offset, compressedBytes, sizeBytes, method };
  }

  /** Calls `work` for each item, in several processes; the results are in the order of the items. */
  async #each<Item, Result>(
    items: readonly Item[],
    onDone: OnDone,
    work: (parser: Parser, item: Item, at: number) => Promise<Result>,
  ): Promise<Result[]> {
    const results: Result[] = [];
    let next = 0;
    let done = 0;
    const run = async (parser: Parser) => {
      for (let at = next++; at < items.length; at = next++) {
        results[at] = await work(parser, items[at]!, at);
        onDone(++done / items.length);
      }
    };
    // unlike `Promise.all`, rejects only after all runs have ended, so that none writes into a folder that is being removed
    for (const outcome of await Promise.allSettled(this.#parsers.map(run)))
      if (outcome.status === 'rejected') throw outcome.reason;
    return results;
  }

  async #windowOf({ pictures }: DiscSeries): Promise<DrawnSeries['window']> {
    const middle = pictures[pictures.length >> 1];
    const parser = this.#parsers[0];
    if (!middle || !parser) return null;
    const { file, frame } = middle;
    const reply = await parser.run(
      { task: 'window', entry: this.#entryOf(file.entry), frame },
      this.#options.signal,
    );
    const shown = 'window' in reply ? reply.window : null;
    if (!shown) return null;
    const drawn = { center: shown.center, width: shown.width * WIDENING };
    return { shown, drawn, isInverted: file.read.isInverted };
  }

  async #draw(parser: Parser, one: ToDraw, at: number): Promise<DrawnPicture | null> {
    const { file, frame, window, longestSide, name } = one;
    const { out, signal } = this.#options;
    const path = join(out, `${at}.jpg`);
    const entry = this.#entryOf(file.entry);
    const reply = await parser.run({ task: 'picture', entry, frame, window, longestSide, out: path }, signal);
    if (!('width' in reply)) return null;
    return { name, path, width: Math.trunc(reply.width), height: Math.trunc(reply.height) };
  }
}

/** Throws unless the path is a file: a process that a malicious file controls could have written a link to a secret instead. */
const assertFile = async (path: string): Promise<void> => {
  const found = await lstat(path);
  if (!found.isFile() || found.nlink !== 1)
    throw new Error('a parser process wrote something other than a file');
};
