import type { ReceivedInstance, StoreInstance } from '@snimok/dicom-network/receive-instances';
import { move, retrieve } from '@snimok/dicom-network/retrieve';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { TRANSFER_SYNTAX } from '@snimok/imaging/dicom/elements/transfer-syntax';
import { type ElementToWrite, fileHead } from '@snimok/imaging/dicom/elements/write';
import { NotGiven } from '../network/archive-http.ts';
import type { SpooledFile, WorkingSpace } from '../working-space.ts';
import { type Archive, identifierOf, MODEL } from './archive.ts';
import type { MoveReceiver } from './move-receiver.ts';

/** One association proposes at most 128 contexts (PS3.8, 9.3.2.2); the first is for the information model. */
const MAX_CONTEXTS = 127;
/**
 * Every encoding in which an archive may have stored an image. Each is proposed in a context of its own, so that the archive accepts all
 * of them and sends what it has without decoding it.
 */
const COMPRESSED: readonly string[] = [
  ...[70, 57, 90, 91, 80, 81, 50, 51, 92, 93, 100, 102, 103, 110, 111, 112, 201, 202, 203].map(
    (last) => `1.2.840.10008.1.2.4.${last}`,
  ),
  TRANSFER_SYNTAX.rle,
  TRANSFER_SYNTAX.deflatedFrames,
  TRANSFER_SYNTAX.deflatedLittleEndian,
];
const SYNTAXES: readonly string[] = [
  TRANSFER_SYNTAX.explicitLittleEndian,
  ...COMPRESSED,
  TRANSFER_SYNTAX.implicitLittleEndian,
  TRANSFER_SYNTAX.explicitBigEndian,
];
/**
 * `compressed` is for archives such as dcmqrscp, which use the first context of a class for all its images: they cannot send a compressed
 * image if that context has no compression.
 */
export type Encodings = 'all' | 'compressed';
const CLASSES_AT_ONCE = Math.floor(MAX_CONTEXTS / SYNTAXES.length);
/**
 * The usual classes of a dental archive, for an archive that does not name the class of an image: CT, DX,
 * intra-oral, CR.
 */
const USUAL_CLASSES = ['2', '1.1', '1.3', '1'].map((last) => `1.2.840.10008.5.1.4.1.1.${last}`);

export interface SeriesToRetrieve {
  studyInstanceUID: string;
  seriesInstanceUID: string;
  sopClassUIDs: readonly string[];
  /** null for all instances of the series */
  sopInstanceUID: string | null;
  encodings: Encodings;
}

/** Retrieves instances into working files, by their UIDs. The caller removes the files. */
export const retrieveSeries = async (
  { archive, space, receiver }: { archive: Archive; space: WorkingSpace; receiver: MoveReceiver | null },
  series: SeriesToRetrieve,
  signal: AbortSignal,
): Promise<Map<string, SpooledFile>> => {
  const files = new Map<string, SpooledFile>();
  const store: StoreInstance = async (instance) => {
    const file = await spoolInstance(space, instance);
    // an interrupted attempt may have left the first files
    await files.get(instance.sopInstanceUID)?.remove();
    files.set(instance.sopInstanceUID, file);
  };
  try {
    if (receiver) await receiver.whileReceiving(store, () => moveTo(archive, series, receiver.title, signal));
    else {
      const problem = await get(archive, series, store, signal);
      if (problem && files.size === 0) throw problem;
    }
    return files;
  } catch (cause) {
    for (const file of files.values()) await file.remove();
    throw cause;
  }
};

const keysOf = ({ studyInstanceUID, seriesInstanceUID, sopInstanceUID }: SeriesToRetrieve) => {
  const keys: ElementToWrite[] = [
    [TAG.studyInstanceUID, 'UI', studyInstanceUID],
    [TAG.seriesInstanceUID, 'UI', seriesInstanceUID],
  ];
  if (sopInstanceUID !== null) keys.push([TAG.sopInstanceUID, 'UI', sopInstanceUID]);
  return { keys, level: sopInstanceUID === null ? ('SERIES' as const) : ('IMAGE' as const) };
};

/** Returns why not everything has been sent, if the archive states a reason. */
const get = async (
  archive: Archive,
  series: SeriesToRetrieve,
  store: StoreInstance,
  signal: AbortSignal,
): Promise<NotGiven | null> => {
  const { keys, level } = keysOf(series);
  let problem: NotGiven | null = null;
  const syntaxes = series.encodings === 'all' ? SYNTAXES : COMPRESSED;
  const classes = series.sopClassUIDs.length > 0 ? [...series.sopClassUIDs] : USUAL_CLASSES;
  for (let at = 0; at < classes.length; at += CLASSES_AT_ONCE) {
    const proposed = classes.slice(at, at + CLASSES_AT_ONCE);
    const pairs = proposed.flatMap((sopClassUID) => syntaxes.map((syntax) => ({ sopClassUID, syntax })));
    const contexts = pairs.map(({ sopClassUID, syntax }, index) => {
      return { id: 2 * index + 3, sopClassUID, transferSyntaxUIDs: [syntax] };
    });
    try {
      await archive.within(
        MODEL.get,
        signal,
        ({ association, contextID, syntax }) => {
          const identifier = identifierOf(level, keys, syntax);
          return retrieve(association, { contextID, sopClassUID: MODEL.get, identifier }, store);
        },
        { contexts, providedSopClassUIDs: proposed },
      );
    } catch (cause) {
      // the archive has sent nothing for these classes, or not everything
      if (!(cause instanceof NotGiven)) throw cause;
      problem = cause;
    }
  }
  return problem;
};

const moveTo = (
  archive: Archive,
  series: SeriesToRetrieve,
  title: string,
  signal: AbortSignal,
): Promise<number> =>
  archive.within(MODEL.move, signal, ({ association, contextID, syntax }) => {
    const { keys, level } = keysOf(series);
    const identifier = identifierOf(level, keys, syntax);
    return move(association, { contextID, sopClassUID: MODEL.move, identifier }, title);
  });

/** Writes an instance as a file, with the bytes of its data set unchanged. */
const spoolInstance = async (
  space: WorkingSpace,
  { dataSet, ...identity }: ReceivedInstance,
): Promise<SpooledFile> => {
  const spooling = space.spool({ inMemory: false });
  try {
    await spooling.add(fileHead(identity));
    for await (const chunk of dataSet) await spooling.add(chunk);
    return await spooling.end();
  } catch (cause) {
    await spooling.abandon();
    throw cause;
  }
};
