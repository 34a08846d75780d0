import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Context } from '../../../../platform/context.ts';
import { FileHash } from '../../hashing/file-hash.ts';
import { type HeaderReader, openHeaderReader } from '../headers/header-reader.ts';
import { type ArchiveHTTP, NotGiven, openHTTP } from '../network/archive-http.ts';
import type { Source, SourceInstance, SourceProblem, SourceSettings, SourceStudy } from '../source.ts';
import { SourceUnreachable } from '../source-unreachable.ts';
import { openWorkingSpace, readOnce, type WorkingSpace } from '../working-space.ts';
import {
  hasMangledName,
  MD5,
  OrthancIDs,
  OrthancInstances,
  OrthancSeries,
  OrthancStatistics,
  OrthancStudy,
  studyOf,
  uidOf,
} from './answers.ts';

/** Enough for the identifiers of a million studies. */
const MAX_LIST_BYTES = 64 * 1024 ** 2;
/** Enough for everything about one study or series with 50,000 instances. */
const MAX_STUDY_BYTES = 64 * 1024 ** 2;
/** The beginning of a file of this length contains the name of the patient. */
const HEAD_BYTES = 64 * 1024;
/** The number of studies that are requested at the same time. */
const AT_ONCE = 4;

/**
 * An Orthanc server, by its REST API.
 * @throws SourceUnreachable
 */
export const openOrthancSource = async (
  context: Pick<Context, 'config' | 'sandbox'>,
  settings: Extract<SourceSettings, { kind: 'orthanc' }>,
): Promise<Source> => {
  const http = openHTTP(context, settings);
  try {
    const system = await http.json('/system', { signal: new AbortController().signal, maxBytes: 64 * 1024 });
    if (typeof (system as { ApiVersion?: unknown } | null)?.ApiVersion !== 'number')
      throw new SourceUnreachable('the server at this address is no Orthanc');
    const space = await openWorkingSpace(context);
    const reader = openHeaderReader(context, await space.makeFolder('heads'));
    return orthancSource({ http, space, reader, maxBytes: context.config.uploadLimits.sentBytes });
  } catch (cause) {
    http.close();
    throw cause instanceof NotGiven ? new SourceUnreachable(cause.message, { cause }) : cause;
  }
};

interface Parts {
  http: ArchiveHTTP;
  space: WorkingSpace;
  reader: HeaderReader;
  maxBytes: number;
}

const orthancSource = ({ http, space, reader, maxBytes }: Parts): Source => ({
  async *studies(signal): AsyncGenerator<SourceStudy | SourceProblem> {
    // pages would skip a study for each one that is deleted meanwhile
    const listed = await http.json('/studies', { signal, maxBytes: MAX_LIST_BYTES });
    const ids = parsed(OrthancIDs, listed ?? []).toSorted();
    for (let at = 0; at < ids.length; at += AT_ONCE) {
      const some = ids.slice(at, at + AT_ONCE);
      const found = await Promise.all(some.map((id) => readStudy({ http, reader }, id, signal)));
      for (const study of found) if (study) yield study;
    }
  },
  async *instances({ key }, signal): AsyncGenerator<SourceInstance> {
    const path = `/studies/${encodeURIComponent(key)}/series`;
    const series = await http.json(path, { signal, maxBytes: MAX_STUDY_BYTES });
    if (series === null) throw new NotGiven('the archive no longer has the study');
    const ids = parsed(OrthancSeries, series).map(({ ID }) => ID);
    for (const id of ids.toSorted()) {
      const listed = await http.json(`/series/${id}/instances`, { signal, maxBytes: MAX_STUDY_BYTES });
      const instances = parsed(OrthancInstances, listed ?? []);
      for (const { ID, FileSize, MainDicomTags } of instances.toSorted((a, b) => (a.ID < b.ID ? -1 : 1)))
        yield {
          key: ID,
          sopInstanceUID: uidOf(MainDicomTags, 'SOPInstanceUID'),
          // Orthanc has an MD5 only, which is compared when the file is read
          sha256: null,
          sizeBytes: FileSize ?? null,
          open: (signal) => openInstance(http, space, { id: ID, maxBytes, signal }),
        };
    }
  },
  async close(): Promise<void> {
    http.close();
    reader.close();
    await space.close();
  },
});

/** Null for a study that was deleted meanwhile. */
const readStudy = async (
  { http, reader }: Pick<Parts, 'http' | 'reader'>,
  id: string,
  signal: AbortSignal,
): Promise<SourceStudy | SourceProblem | null> => {
  const asking = { signal, maxBytes: MAX_STUDY_BYTES };
  try {
    const [study, series, statistics] = await Promise.all([
      http.json(`/studies/${id}`, asking),
      http.json(`/studies/${id}/series`, asking),
      http.json(`/studies/${id}/statistics`, asking),
    ]);
    if (study === null || series === null) return null;
    const own = parsed(OrthancStudy, study);
    const ofStudy = parsed(OrthancSeries, series);
    const found = studyOf(own, ofStudy, parsed(OrthancStatistics, statistics ?? {}));
    const instance = ofStudy[0]?.Instances[0];
    if (!hasMangledName(own) || instance === undefined) return found;
    return { ...found, patientName: await nameInFile({ http, reader }, instance, signal) };
  } catch (cause) {
    if (!(cause instanceof NotGiven)) throw cause;
    return { where: id, reason: 'unreadable' };
  }
};

/** The name as the file writes it; null if the beginning of the file does not contain it. */
const nameInFile = async (
  { http, reader }: Pick<Parts, 'http' | 'reader'>,
  id: string,
  signal: AbortSignal,
): Promise<string | null> => {
  const bytes = await http.beginning(`/instances/${id}/file`, {
    signal,
    accept: '*/*',
    maxBytes: HEAD_BYTES,
  });
  const [header] = bytes ? await reader.read([{ bytes, isCut: true }], signal) : [];
  return header?.kind === 'dicom' ? header.attributes.patientName : null;
};

const parsed = <Result>(schema: z.ZodType<Result>, value: unknown): Result => {
  const { data, success } = schema.safeParse(value);
  if (!success) throw new NotGiven('the archive answers something other than an Orthanc');
  return data;
};

const ATTEMPTS = 3;

/** Receives a whole file, and compares it with the MD5 that Orthanc computed when it stored the file. */
const openInstance = async (
  http: ArchiveHTTP,
  space: WorkingSpace,
  { id, maxBytes, signal }: { id: string; maxBytes: number; signal: AbortSignal },
): Promise<Readable> => {
  const path = `/instances/${id}`;
  const asked = http.text(`${path}/attachments/dicom/md5`, { signal, accept: '*/*', maxBytes: 1024 });
  // its failure is handled after the file has been received
  asked.catch(() => undefined);
  const receiving = { signal, accept: 'application/dicom', maxBytes };
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    let hash = new FileHash('md5');
    try {
      const file = await http.receive(`${path}/file`, receiving, space, async function* (_answer, body) {
        // called again after a lost connection
        hash.abandon();
        hash = new FileHash('md5');
        for await (const chunk of body) {
          await hash.update(chunk);
          yield chunk;
        }
      });
      try {
        const found = await hash.digest();
        // absent if the server is configured not to compute it
        const expected = MD5.safeParse((await asked)?.trim()).data;
        if (expected === undefined || found.toString('hex') === expected) return await readOnce(file, signal);
      } catch (cause) {
        await file.remove();
        throw cause;
      }
      await file.remove();
    } finally {
      hash.abandon();
    }
  }
  throw new NotGiven('a file differs from its MD5 in the archive');
};
