import type { IncomingMessage } from 'node:http';
import type { Context } from '../../../../platform/context.ts';
import { boundaryOf } from '../../../dicom-receiving/media-types.ts';
import { BrokenMultipart, readParts } from '../../../dicom-receiving/multipart-related.ts';
import { type ArchiveHTTP, NotGiven, openHTTP } from '../network/archive-http.ts';
import type { Source, SourceInstance, SourceProblem, SourceSettings, SourceStudy } from '../source.ts';
import { SourceUnreachable } from '../source-unreachable.ts';
import { openWorkingSpace, readOnce, type WorkingSpace } from '../working-space.ts';
import { INCLUDED, instanceUIDOf, SearchResults, seriesUIDOf, studyOf, studyUIDOf } from './answers.ts';

/** Results of one search. */
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
    for await (const { key, result } of searchAll(http, '/studies', studyUIDOf, signal))
      yield key === null ? { where: 'a study without a UID', reason: 'unreadable' } : studyOf(key, result);
  },
  async *instances({ key }, signal): AsyncGenerator<SourceInstance> {
    const study = `/studies/${encodeURIComponent(key)}`;
    for await (const { key: series } of searchAll(http, `${study}/series`, seriesUIDOf, signal)) {
      if (series === null) throw new NotGiven('the archive names a series without a UID');
      const path = `${study}/series/${series}/instances`;
      for await (const { key: instance } of searchAll(http, path, instanceUIDOf, signal)) {
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
  signal: AbortSignal;
}

const search = async (http: ArchiveHTTP, { path, offset, limit, signal }: Search) => {
  const query = new URLSearchParams({ limit: String(limit), offset: String(offset) });
  if (path === '/studies') for (const tag of INCLUDED) query.append('includefield', tag);
  const asking = { signal, maxBytes: MAX_PAGE_BYTES, accept: JSON_TYPE };
  const { data, success } = SearchResults.safeParse((await http.json(`${path}?${query}`, asking)) ?? []);
  if (!success) throw new NotGiven('the archive answers something other than DICOMweb');
  return data;
};

/**
 * All results of a search, each once.
 * @throws SourceUnreachable if the server repeats its first results for every offset, so that the others cannot be had
 */
async function* searchAll(
  http: ArchiveHTTP,
  path: string,
  uidOf: (result: (typeof SearchResults)['_output'][number]) => string | null,
  signal: AbortSignal,
) {
  const seen = new Set<string>();
  for (let offset = 0; ;) {
    const results = await search(http, { path, offset, limit: PAGE, signal });
    let added = 0;
    for (const result of results) {
      const key = uidOf(result);
      if (key !== null && seen.has(key)) continue;
      if (key !== null) added += 1;
      if (key !== null) seen.add(key);
      yield { key, result };
    }
    // a server that ignores the limit has sent everything
    if (results.length === 0 || results.length > PAGE) return;
    if (added === 0 && results.length === PAGE)
      throw new SourceUnreachable(
        'the archive ignores the offset of a search and cannot list all its studies',
      );
    if (added === 0) return;
    offset += results.length;
  }
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
