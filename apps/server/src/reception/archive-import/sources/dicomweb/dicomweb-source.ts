import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Context } from '../../../../platform/context.ts';
import { boundaryOf } from '../../../dicom-receiving/media-types.ts';
import { BrokenMultipart, readParts } from '../../../dicom-receiving/multipart-related.ts';
import { type ArchiveHTTP, NotGiven, openHTTP } from '../network/archive-http.ts';
import type { Source, SourceInstance, SourceProblem, SourceSettings, SourceStudy } from '../source.ts';
import {
  type DateRange,
  limitedPlaces,
  rangeText,
  searchByDates,
  type Searched,
} from '../search-by-dates.ts';
import { SourceUnreachable } from '../source-unreachable.ts';
import { openWorkingSpace, readOnce, type WorkingSpace } from '../working-space.ts';
import { INCLUDED, instanceUIDOf, SearchResults, seriesUIDOf, studyOf, studyUIDOf } from './answers.ts';

/** The number of results that one search asks for. */
const PAGE = 200;
/** A result has few attributes, but a server that ignores the limit sends all studies at once. */
const MAX_PAGE_BYTES = 256 * 1024 ** 2;
const JSON_TYPE = 'application/dicom+json, application/json';
/** The files as they are stored: without `*` a server encodes them in Explicit VR Little Endian (PS3.18, 8.7.3.5.2). */
const AS_STORED = 'multipart/related; type="application/dicom"; transfer-syntax=*';

/**
 * An archive with DICOMweb: QIDO-RS and WADO-RS.
 * @throws SourceUnreachable
 */
export const openDicomwebSource = async (
  context: Pick<Context, 'config'>,
  settings: Extract<SourceSettings, { kind: 'dicomweb' }>,
): Promise<Source> => {
  const http = openHTTP(context, settings);
  try {
    const { signal } = new AbortController();
    await search(http, { path: '/studies', offset: 0, limit: 1, signal });
    return dicomwebSource(http, await openWorkingSpace(context), context.config.uploadLimits.sentBytes);
  } catch (cause) {
    http.close();
    throw cause instanceof NotGiven ? new SourceUnreachable(cause.message, { cause }) : cause;
  }
};

const dicomwebSource = (http: ArchiveHTTP, space: WorkingSpace, maxBytes: number): Source => ({
  async *studies(signal): AsyncGenerator<SourceStudy | SourceProblem> {
    const seen = new Set<string>();
    const search = (range: DateRange | null) =>
      searchAll(http, { path: '/studies', range, seen, uidOf: studyUIDOf, signal });
    const searching = searchByDates(search, new Date());
    let next = await searching.next();
    for (; !next.done; next = await searching.next()) {
      const { key, result } = next.value;
      yield key === null ? { where: 'a study without a UID', reason: 'unreadable' } : studyOf(key, result);
    }
    yield* limitedPlaces(next.value);
  },
  async *instances({ key }, signal): AsyncGenerator<SourceInstance> {
    const study = `/studies/${encodeURIComponent(key)}`;
    for await (const { key: series } of searchWhole(http, `${study}/series`, seriesUIDOf, signal)) {
      if (series === null) throw new NotGiven('the archive names a series without a UID');
      const path = `${study}/series/${series}/instances`;
      for await (const { key: instance } of searchWhole(http, path, instanceUIDOf, signal)) {
        if (instance === null) throw new NotGiven('the archive names an instance without a UID');
        yield {
          key: `${series}/${instance}`,
          sopInstanceUID: instance,
          sha256: null,
          sizeBytes: null,
          open: async (signal) => {
            const receiving = { signal, accept: AS_STORED, maxBytes };
            const file = await http.receive(`${path}/${instance}`, receiving, space, onlyPartOf);
            return readOnce(file, signal);
          },
        };
      }
    }
  },
  async close(): Promise<void> {
    http.close();
    await space.close();
  },
});

interface Search {
  path: string;
  offset: number;
  limit: number;
  /** a range of Study Date; null or absent: all */
  range?: DateRange | null;
  signal: AbortSignal;
}

const search = async (http: ArchiveHTTP, { path, offset, limit, range, signal }: Search) => {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (path === '/studies') for (const tag of INCLUDED) query.append('includefield', tag);
  if (range) query.append('StudyDate', rangeText(range));
  let saysMore = false;
  const withHeaders = ({ warning }: IncomingHttpHeaders) => {
    // «There are <n> additional results that can be requested» (PS3.18, 8.3.4.4)
    saysMore = /^299\b/.test(warning ?? '') && /additional results/i.test(warning ?? '');
  };
  const asking = { signal, maxBytes: MAX_PAGE_BYTES, accept: JSON_TYPE, withHeaders };
  const { data, success } = SearchResults.safeParse((await http.json(`${path}?${query}`, asking)) ?? []);
  if (!success) throw new NotGiven('the archive answers something other than DICOMweb');
  return { results: data, saysMore };
};

type Result = (typeof SearchResults)['_output'][number];
type UIDOf = (result: Result) => string | null;

interface Found {
  key: string | null;
  result: Result;
}

/**
 * The results of a search that are not in `seen`, each once.
 * @throws SourceUnreachable if the server repeats its first results for every offset, so that the others cannot be
 * read
 */
async function* searchAll(
  http: ArchiveHTTP,
  asked: Pick<Search, 'path' | 'range' | 'signal'> & { seen: Set<string>; uidOf: UIDOf },
): AsyncGenerator<Found, Searched> {
  const { seen, uidOf } = asked;
  const own = new Set<string>();
  let added = 0;
  for (let offset = 0; ;) {
    const { results, saysMore } = await search(http, { ...asked, offset, limit: PAGE });
    const before = own.size;
    for (const result of results) {
      const key = uidOf(result);
      if (key !== null) own.add(key);
      if (key !== null && seen.has(key)) continue;
      if (key !== null) seen.add(key);
      if (key !== null) added += 1;
      yield { key, result };
    }
    const isRepeated = own.size === before;
    // a server that ignores the limit has sent everything
    if (results.length === 0 || results.length > PAGE) return { count: own.size, added, saysMore };
    if (isRepeated && results.length === PAGE)
      throw new SourceUnreachable(
        'the archive ignores the offset of a search and cannot list all its studies',
      );
    if (isRepeated) return { count: own.size, added, saysMore };
    offset += results.length;
  }
}

/** All results of a search that has no dates. */
async function* searchWhole(http: ArchiveHTTP, path: string, uidOf: UIDOf, signal: AbortSignal) {
  const { saysMore } = yield* searchAll(http, { path, seen: new Set(), uidOf, signal });
  if (saysMore) throw new NotGiven('the archive does not list everything of a study');
}

/** The file in the answer to a retrieval of one instance. */
async function* onlyPartOf(
  { headers }: IncomingMessage,
  body: AsyncIterable<Buffer>,
): AsyncGenerator<Uint8Array> {
  const type = headers['content-type'];
  if (/^application\/dicom\s*(;|$)/i.test(type ?? '')) return yield* body;
  const boundary = boundaryIn(type);
  let count = 0;
  try {
    for await (const part of readParts(body, boundary)) {
      count += 1;
      if (count > 1) throw new NotGiven('the archive answers several files instead of one');
      yield* part.body;
    }
  } catch (cause) {
    throw cause instanceof BrokenMultipart ? new NotGiven(cause.message, { cause }) : cause;
  }
  if (count === 0) throw new NotGiven('the archive answers no file');
}

const boundaryIn = (type: string | undefined): string => {
  try {
    return boundaryOf(type);
  } catch (cause) {
    throw new NotGiven('the archive answers something other than a DICOM file', { cause });
  }
};
