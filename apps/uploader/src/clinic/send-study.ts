import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { readDicom } from '@snimok/imaging/dicom/read';
import { Association } from '@snimok/dicom-network/association';
import type { Peer } from '@snimok/dicom-network/connection';
import type { PresentationContext } from '@snimok/dicom-network/pdu';
import { Refused, statusCode, Unavailable } from '@snimok/dicom-network/problems';
import { listZipFiles, type ZipFile } from './zip-files.ts';

/** One association proposes at most 128 contexts (PS3.8, 9.3.2.2): their ids are odd numbers of one byte. */
export const MAX_CONTEXTS = 128;
const PREAMBLE_BYTES = 132;
/** Tag, VR and length of File Meta Information Group Length, then its value. */
const GROUP_LENGTH_BYTES = 12;
/** The beginning of a file in which its UIDs are looked for first. */
const HEADER_BYTES = 64 * 1024;
const PIECE_BYTES = 256 * 1024;
/** PS3.7, 9.3.1.1 */
const C_STORE_REQUEST = 0x0001;
const MEDIUM_PRIORITY = 0;
const SUCCESS = 0x0000;

interface SendOptions {
  /** the study's ZIP */
  zip: string;
  /** a file with the UIDs of the instances that the destination has confirmed, one a line */
  sent: string;
  peer: Peer;
  /** the AE titles */
  called: string;
  calling: string;
  signal: AbortSignal;
}

/**
 * Sends the DICOM files of a study by C-STORE, as they are. Instances that were confirmed in an earlier attempt are left
 * out: each confirmation is written and synced before the next instance is sent.
 * @returns the number of instances of the study
 * @throws Unavailable, Refused
 */
export const sendStudy = async ({ zip, sent, ...options }: SendOptions): Promise<number> => {
  const file = await open(zip, 'r');
  try {
    const instances = await findInstances(await listZipFiles(file));
    if (instances.length === 0) throw new Refused('empty', 'no instances');
    const confirmed = new Set(existsSync(sent) ? readFileSync(sent, 'utf8').split('\n') : []);
    const waiting = instances.filter(({ sopInstanceUID }) => !confirmed.has(sopInstanceUID));
    for (const { contexts, members } of associationsFor(waiting))
      await sendMembers(members, contexts, { ...options, sent });
    return instances.length;
  } finally {
    await file.close();
  }
};

/** A DICOM instance, whose data set follows preamble and file meta information in its file. */
interface Instance {
  sopClassUID: string;
  sopInstanceUID: string;
  transferSyntaxUID: string;
  dataSetFrom: number;
  source: ZipFile;
}

/** Reads the header of every file; files that are not DICOM instances are left out, and the second of two with the same UID. */
const findInstances = async (files: ZipFile[]): Promise<Instance[]> => {
  const found = new Map<string, Instance>();
  for (const source of files) {
    const instance = await readInstance(source);
    if (instance && !found.has(instance.sopInstanceUID)) found.set(instance.sopInstanceUID, instance);
  }
  return [...found.values()];
};

/** Null for a file that is no instance of a study. Reads the whole file only if its beginning does not contain the UIDs. */
const readInstance = async (source: ZipFile): Promise<Instance | null> => {
  for (const length of new Set([Math.min(HEADER_BYTES, source.sizeBytes), source.sizeBytes])) {
    const bytes = await beginningOf(source, length);
    const dataSetFrom = dataSetOffset(bytes);
    if (dataSetFrom === null || dataSetFrom >= source.sizeBytes) return null;
    const header = headerOf(bytes);
    if (header) return { ...header, dataSetFrom, source };
  }
  return null;
};

const beginningOf = async (source: ZipFile, length: number): Promise<Buffer> => {
  const pieces: Buffer[] = [];
  let missing = length;
  for await (const piece of source.pieces(Math.min(length, PIECE_BYTES))) {
    pieces.push(piece);
    missing -= piece.length;
    if (missing <= 0) break;
  }
  return Buffer.concat(pieces);
};

const headerOf = (bytes: Buffer): Omit<Instance, 'dataSetFrom' | 'source'> | null => {
  try {
    const { sopClassUID, sopInstanceUID, studyInstanceUID, transferSyntaxUID } = readDicom(bytes);
    // a DICOMDIR and other files of a medium belong to no study
    if (!sopClassUID || !sopInstanceUID || !studyInstanceUID) return null;
    return { sopClassUID, sopInstanceUID, transferSyntaxUID };
  } catch (cause) {
    if (cause instanceof DicomProblem) return null;
    throw cause;
  }
};

/** Where the data set begins, after preamble and file meta information (PS3.10, 7.1); null for other files. */
const dataSetOffset = (bytes: Buffer): number | null => {
  const from = PREAMBLE_BYTES + GROUP_LENGTH_BYTES;
  if (bytes.length < from || bytes.toString('latin1', 128, PREAMBLE_BYTES) !== 'DICM') return null;
  if (bytes.readUInt16LE(PREAMBLE_BYTES) !== 2 || bytes.readUInt16LE(PREAMBLE_BYTES + 2) !== 0) return null;
  return from + bytes.readUInt32LE(PREAMBLE_BYTES + 8);
};

const keyOf = ({ sopClassUID, transferSyntaxUID }: Instance) => `${sopClassUID} ${transferSyntaxUID}`;

interface Group {
  contexts: PresentationContext[];
  members: { contextID: number; instance: Instance }[];
}

/**
 * Groups the instances into as few associations as the number of presentation contexts permits; a study needs few contexts.
 * Each context has one transfer syntax, so that the destination accepts or rejects every one by itself.
 */
const associationsFor = (instances: Instance[]): Group[] => {
  const kinds = [...Map.groupBy(instances, keyOf).values()];
  return Array.from({ length: Math.ceil(kinds.length / MAX_CONTEXTS) }, (_, number) => {
    const own = kinds.slice(number * MAX_CONTEXTS, (number + 1) * MAX_CONTEXTS);
    const contexts = own.map(([first], at) => {
      const { sopClassUID, transferSyntaxUID } = first!;
      return { id: 2 * at + 1, sopClassUID, transferSyntaxUIDs: [transferSyntaxUID] };
    });
    const members = own.flatMap((kind, at) =>
      kind.map((instance) => ({ contextID: contexts[at]!.id, instance })),
    );
    return { contexts, members };
  });
};

const sendMembers = async (
  members: Group['members'],
  contexts: PresentationContext[],
  { peer, called, calling, sent, signal }: Omit<SendOptions, 'zip'>,
): Promise<void> => {
  const association = await Association.open(peer, { called, calling, contexts }, signal);
  const journal = openSync(sent, 'a', 0o600);
  try {
    // checked before anything is sent, so that the destination does not get only a part of a study
    const unsupported = members.find(({ contextID }) => association.acceptedSyntax(contextID) === undefined);
    if (unsupported) throw new Refused('unsupported', keyOf(unsupported.instance));
    for (const { contextID, instance } of members) {
      await store(association, contextID, instance);
      appendFileSync(journal, `${instance.sopInstanceUID}\n`);
      fsyncSync(journal);
    }
    await association.release();
  } catch (cause) {
    association.abort();
    throw cause;
  } finally {
    closeSync(journal);
  }
};

/** Sends one instance (C-STORE, PS3.4, annex B). */
const store = async (association: Association, contextID: number, instance: Instance): Promise<void> => {
  const status = await association.send({
    contextID,
    commandField: C_STORE_REQUEST,
    command: [
      [0x00000002, 'UI', instance.sopClassUID],
      [0x00000700, 'US', MEDIUM_PRIORITY],
      [0x00001000, 'UI', instance.sopInstanceUID],
    ],
    dataSet: {
      sizeBytes: instance.source.sizeBytes - instance.dataSetFrom,
      pieces: dataSetOf(instance),
    },
  });
  // B000H, B006H and B007H: stored, with a warning (PS3.4, B.2.3)
  if (status === SUCCESS || status >> 12 === 0xb) return;
  const code = statusCode(status);
  throw status >> 8 === 0xa7 ? new Unavailable('status', code) : new Refused('status', code);
};

async function* dataSetOf({ source, dataSetFrom }: Instance): AsyncGenerator<Buffer> {
  let skip = dataSetFrom;
  for await (const piece of source.pieces(PIECE_BYTES)) {
    yield piece.subarray(Math.min(skip, piece.length));
    skip -= Math.min(skip, piece.length);
  }
}
