import { Association } from '@snimok/dicom-network/association';
import type { PresentationContext } from '@snimok/dicom-network/pdu';
import { PeerProblem, Refused, Unavailable } from '@snimok/dicom-network/problems';
import { search } from '@snimok/dicom-network/search';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { type ElementToWrite, encode } from '@snimok/imaging/dicom/elements/write';
import type { StudyAttributes } from '@snimok/imaging/dicom/study-attributes';
import type { Context } from '../../../../platform/context.ts';
import type { HeaderReader } from '../headers/header-reader.ts';
import { NotGiven } from '../network/archive-http.ts';
import { reachable } from '../network/reachable.ts';
import { ConnectionLost, retrying } from '../network/retrying.ts';
import type { SourceSettings } from '../source.ts';
import { SourceUnreachable } from '../source-unreachable.ts';

export type PacsSettings = Extract<SourceSettings, { kind: 'pacs' }>;

/** Study Root Query/Retrieve Information Model (PS3.4, C.6.2). */
export const MODEL = {
  find: '1.2.840.10008.5.1.4.1.2.2.1',
  move: '1.2.840.10008.5.1.4.1.2.2.2',
  get: '1.2.840.10008.5.1.4.1.2.2.3',
} as const;
const QUERY_RETRIEVE_LEVEL = 0x00080052;
const MODEL_SYNTAXES = [TRANSFER_SYNTAX.explicitLittleEndian, TRANSFER_SYNTAX.implicitLittleEndian];
/** A PACS may fetch a study from a tape before it sends the first instance. */
const SILENCE_MS = 10 * 60_000;
/** The number of identifiers that the parser process reads for one message. */
const BATCH = 200;

/**
 * Adds the level to the keys, and encodes them for a context. The keys state a character set; some archives answer in it, and others
 * drop letters that are not Latin.
 */
export const identifierOf = (level: 'STUDY' | 'SERIES' | 'IMAGE', keys: ElementToWrite[], syntax: string) =>
  encode([[TAG.specificCharacterSet, 'CS', 'ISO_IR 192'], [QUERY_RETRIEVE_LEVEL, 'CS', level], ...keys], {
    implicit: syntax === TRANSFER_SYNTAX.implicitLittleEndian,
    text: (text) => new TextEncoder().encode(text),
  });

interface Opened {
  association: Association;
  /** the context of the information model, and its transfer syntax */
  contextID: number;
  syntax: string;
}

/** The associations with one PACS. */
export const openArchive = (
  context: Pick<Context, 'config'>,
  { host, port, calledTitle, callingTitle }: PacsSettings,
  reader: HeaderReader,
) => {
  const { assertAllowed, lookup } = reachable(context, { isEncrypted: false });
  assertAllowed(host);
  const peer = { host, port, tls: null, lookup };

  /** Does work in an association of its own, which ends with the work. A lost connection is repeated. */
  const within = <Result>(
    model: string,
    signal: AbortSignal,
    work: (opened: Opened) => Promise<Result>,
    storage: { contexts: PresentationContext[]; providedSopClassUIDs: string[] } = {
      contexts: [],
      providedSopClassUIDs: [],
    },
  ): Promise<Result> =>
    retrying(signal, async () => {
      const own = { id: 1, sopClassUID: model, transferSyntaxUIDs: MODEL_SYNTAXES };
      const { providedSopClassUIDs } = storage;
      const contexts = [own, ...storage.contexts];
      const proposal = { called: calledTitle, calling: callingTitle, contexts, providedSopClassUIDs };
      try {
        const association = await Association.open(peer, proposal, signal, { silenceMs: SILENCE_MS });
        try {
          const syntax = association.acceptedSyntax(own.id);
          if (syntax === undefined)
            throw new SourceUnreachable('the archive does not offer what is needed to search and retrieve');
          const result = await work({ association, contextID: own.id, syntax });
          await association.release();
          return result;
        } catch (cause) {
          association.abort();
          throw cause;
        }
      } catch (cause) {
        throw asFailure(cause);
      }
    });

  return {
    within,
    /**
     * What the matches of a query say, in batches; null for a match that cannot be read. Resolves with their number, and
     * whether the archive says that these are all.
     */
    find: (
      level: 'STUDY' | 'SERIES' | 'IMAGE',
      keys: ElementToWrite[],
      signal: AbortSignal,
      take: (matches: (StudyAttributes | null)[]) => void,
    ): Promise<{ count: number; isComplete: boolean }> =>
      within(MODEL.find, signal, async ({ association, contextID, syntax }) => {
        const query = { contextID, sopClassUID: MODEL.find, identifier: identifierOf(level, keys, syntax) };
        let waiting: Buffer[] = [];
        const readWaiting = async () => {
          take(await reader.readIdentifiers(waiting, syntax, signal));
          waiting = [];
        };
        const searching = search(association, query);
        let count = 0;
        let next = await searching.next();
        for (; !next.done; next = await searching.next()) {
          count += 1;
          waiting.push(next.value);
          if (waiting.length >= BATCH) await readWaiting();
        }
        await readWaiting();
        return { count, isComplete: next.value };
      }),
  };
};

export type Archive = ReturnType<typeof openArchive>;

const asFailure = (cause: unknown): unknown => {
  if (cause instanceof Unavailable)
    return new ConnectionLost(`the archive does not answer: ${cause.message}`, { cause });
  if (cause instanceof Refused && cause.kind === 'rejected')
    return new SourceUnreachable(`the archive rejects the titles: ${cause.message}`, { cause });
  if (cause instanceof PeerProblem)
    return new NotGiven(`the archive refuses a request: ${cause.message}`, { cause });
  return cause;
};
