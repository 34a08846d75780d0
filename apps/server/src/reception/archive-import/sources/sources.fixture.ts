import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { encode, fileHead, type ElementToWrite } from '@snimok/imaging/dicom/elements/write';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { openSandbox } from '../../../platform/outside/sandbox/open-sandbox.ts';
import { readConfig } from '../../../platform/settings/config.ts';
import { openSource } from './open-source.ts';
import type { Source, SourceInstance, SourceProblem, SourceSettings, SourceStudy } from './source.ts';

const never = new AbortController().signal;

export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-import-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** What a source needs of the portal. Sources may be on this machine and in the folder for temporary files. */
export const contextWith = async (settings: Record<string, string> = {}) => {
  const config = readConfig({
    DATA_DIR: await temporaryFolder(),
    IMPORT_FOLDERS: tmpdir(),
    IMPORT_NETWORKS: '127.0.0.0/8',
    ...settings,
  });
  return { config, sandbox: openSandbox(config.parserSandbox, pino({ level: 'silent' })) };
};

/** Opens a source until the end of the test. */
export const openFor = async (
  settings: SourceSettings,
  environment: Record<string, string> = {},
): Promise<Source> => {
  const source = await openSource(await contextWith(environment), settings);
  onTestFinished(() => source.close());
  return source;
};

export const readAll = async (source: Source, signal = never) => {
  const studies: SourceStudy[] = [];
  const problems: SourceProblem[] = [];
  for await (const one of source.studies(signal)) {
    if ('reason' in one) problems.push(one);
    else studies.push(one);
  }
  return { studies, problems };
};

export const instancesOf = async (source: Source, study: SourceStudy): Promise<SourceInstance[]> => {
  const instances: SourceInstance[] = [];
  for await (const instance of source.instances(study, never)) instances.push(instance);
  return instances;
};

export const bytesOf = async (instance: SourceInstance): Promise<Buffer> =>
  buffer(await instance.open(never));

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** The four ways in which systems write Cyrillic. The last is windows-1251 without a statement. */
export const CHARACTER_SETS = ['ISO_IR 144', 'ISO_IR 192', 'ISO 2022 IR 6\\ISO 2022 IR 144', ''] as const;

const NAME = 'Щукин^Юрий^Ёлкович';
/** as the sources give it */
export const READABLE_NAME = 'Щукин Юрий Ёлкович';
const CT_IMAGE = '1.2.840.10008.5.1.4.1.1.2';

/** ISO 8859-5 and windows-1251 have one byte for each letter of the name. */
const singleByte = (label: string): ((text: string) => Uint8Array<ArrayBuffer>) => {
  const decoder = new TextDecoder(label);
  const codes = new Map(
    Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]),
  );
  return (text) => Uint8Array.from(text, (letter) => codes.get(letter) ?? 0x3f);
};

/** In ISO 2022 each component of a name begins in the first set, and an escape sequence changes to the second. */
const withEscapes = (text: string) => {
  if (/^[ -~]*$/.test(text)) return new TextEncoder().encode(text);
  const letters = singleByte('iso-8859-5');
  const components = text
    .split('^')
    .map((component) => Buffer.concat([Buffer.from('\x1b-L'), letters(component)]));
  return Uint8Array.from(
    Buffer.concat(components.flatMap((one, at) => (at === 0 ? [one] : [Buffer.from('^'), one]))),
  );
};

const encoderOf = (characterSet: string) => {
  if (characterSet === 'ISO_IR 144') return singleByte('iso-8859-5');
  if (characterSet === 'ISO_IR 192') return (text: string) => new TextEncoder().encode(text);
  return characterSet === '' ? singleByte('windows-1251') : withEscapes;
};

interface FileToMake {
  studyInstanceUID: string;
  sopInstanceUID: string;
  characterSet?: string;
  patientName?: string;
  patientID?: string;
  studyDate?: string;
  seriesInstanceUID?: string;
  /** the size of the pixels, or of what the file has in their place */
  sizeBytes?: number;
}

/** A small CT image with text in any character set. */
export const fileOf = (file: FileToMake): Buffer => {
  const { studyInstanceUID, sopInstanceUID, characterSet = 'ISO_IR 192', sizeBytes = 8 } = file;
  const text = encoderOf(characterSet);
  const elements: ElementToWrite[] = [
    [TAG.sopClassUID, 'UI', CT_IMAGE],
    [TAG.sopInstanceUID, 'UI', sopInstanceUID],
    [TAG.studyDate, 'DA', file.studyDate ?? '20161121'],
    [TAG.studyTime, 'TM', '101112'],
    [TAG.accessionNumber, 'SH', 'A-17'],
    [TAG.modality, 'CS', 'CT'],
    [TAG.patientName, 'PN', file.patientName ?? NAME],
    [TAG.patientID, 'LO', file.patientID ?? '1007'],
    [TAG.patientBirthDate, 'DA', '19800131'],
    [TAG.patientSex, 'CS', 'M'],
    [TAG.studyInstanceUID, 'UI', studyInstanceUID],
    [TAG.seriesInstanceUID, 'UI', file.seriesInstanceUID ?? `${studyInstanceUID}.1`],
    [TAG.samplesPerPixel, 'US', 1],
    [TAG.photometricInterpretation, 'CS', 'MONOCHROME2'],
    [TAG.rows, 'US', sizeBytes / 4],
    [TAG.columns, 'US', 2],
    [TAG.bitsAllocated, 'US', 16],
    [TAG.bitsStored, 'US', 16],
    [TAG.highBit, 'US', 15],
    [TAG.pixelRepresentation, 'US', 0],
    [TAG.pixelData, 'OW', new Uint8Array(sizeBytes).fill(7)],
  ];
  if (characterSet !== '') elements.push([TAG.specificCharacterSet, 'CS', characterSet]);
  const head = fileHead({
    sopClassUID: CT_IMAGE,
    sopInstanceUID,
    transferSyntaxUID: '1.2.840.10008.1.2.1',
  });
  return Buffer.concat([head, encode(elements, { implicit: false, text })]);
};
