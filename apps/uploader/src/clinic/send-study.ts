import { appendFileSync, closeSync, existsSync, fsyncSync, openSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { isDicom, readDicom } from '@snimok/imaging/dicom/read';
import { Association, type Instance, type Peer, Refused } from './association.ts';
import type { PresentationContext } from './pdu.ts';
import { listZipFiles, type ZipFile } from './zip-files.ts';

/** One association proposes at most 128 contexts (PS3.8, 9.3.2.2): their ids are odd numbers of one byte. */
const MAX_CONTEXTS = 128;
const PREAMBLE_BYTES = 132;
/** Tag, VR and length of File Meta Information Group Length, then its value. */
const GROUP_LENGTH_BYTES = 12;

interface SendOptions {
  /** the study's ZIP */
  zip: string;
  /** a file with the UIDs of the instances that the destination has confirmed, one a line */
  sent: string;
  peer: Peer;
  signal: AbortSignal;
}

/**
 * Sends the DICOM files of a study by C-STORE, as they are. Instances that were confirmed in an earlier attempt are left
 * out: each confirmation is written and synced before the next instance is sent.
 * @returns the number of instances of the study
 * @throws Unavailable, Refused
 */
export const sendStudy = async ({ zip, sent, peer, signal }: SendOptions): Promise<number> => {
  const file = await open(zip, 'r');
  try {
    const instances = await findInstances(await listZipFiles(file));
    if (instances.length === 0) throw new Refused('empty', 'no instances');
    const confirmed = new Set(existsSync(sent) ? readFileSync(sent, 'utf8').split('\n') : []);
    const waiting = instances.filter(({ sopInstanceUID }) => !confirmed.has(sopInstanceUID));
    for (const { contexts, members } of associationsFor(waiting))
      await sendMembers(members, contexts, { peer, sent, signal });
    return instances.length;
  } finally {
    await file.close();
  }
};

type Found = Omit<Instance, 'dataSet'> & { source: ZipFile };

/** Reads the header of every file; files that are not DICOM instances are left out, and the second of two with the same UID. */
const findInstances = async (files: ZipFile[]): Promise<Found[]> => {
  const found = new Map<string, Found>();
  for (const source of files) {
    const header = headerOf(await source.read());
    if (header && !found.has(header.sopInstanceUID)) found.set(header.sopInstanceUID, { ...header, source });
  }
  return [...found.values()];
};

const headerOf = (bytes: Buffer): Omit<Instance, 'dataSet'> | null => {
  if (dataSetOffset(bytes) === null || !isDicom(bytes)) return null;
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
  const offset = from + bytes.readUInt32LE(PREAMBLE_BYTES + 8);
  return offset < bytes.length ? offset : null;
};

const keyOf = ({ sopClassUID, transferSyntaxUID }: Omit<Instance, 'dataSet'>) =>
  `${sopClassUID} ${transferSyntaxUID}`;

/** Groups the instances into as few associations as the number of presentation contexts permits; a study needs few contexts. */
const associationsFor = (instances: Found[]): { contexts: PresentationContext[]; members: Found[] }[] => {
  const kinds = [...Map.groupBy(instances, keyOf).values()];
  return Array.from({ length: Math.ceil(kinds.length / MAX_CONTEXTS) }, (_, number) => {
    const own = kinds.slice(number * MAX_CONTEXTS, (number + 1) * MAX_CONTEXTS);
    const contexts = own.map(([first], at) => {
      const { sopClassUID, transferSyntaxUID } = first!;
      return { id: 2 * at + 1, sopClassUID, transferSyntaxUID };
    });
    return { contexts, members: own.flat() };
  });
};

const sendMembers = async (
  members: Found[],
  contexts: PresentationContext[],
  { peer, sent, signal }: Pick<SendOptions, 'peer' | 'sent' | 'signal'>,
): Promise<void> => {
  const association = await Association.open(peer, contexts, signal);
  const journal = openSync(sent, 'a', 0o600);
  try {
    // checked before anything is sent, so that the destination does not get only a part of a study
    const unsupported = members.find((one) => !association.accepts(one));
    if (unsupported) throw new Refused('unsupported', keyOf(unsupported));
    for (const { source, ...instance } of members) {
      const bytes = await source.read();
      await association.store({ ...instance, dataSet: bytes.subarray(dataSetOffset(bytes) ?? 0) });
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
