import { open, readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { MEDIA_STORAGE_DIRECTORY } from '@snimok/imaging/dicom/directory';
import { readDirectoryFiles } from '@snimok/imaging/dicom/directory-files';
import { DicomProblem } from '@snimok/imaging/dicom/elements/problem';
import { fileHead } from '@snimok/imaging/dicom/elements/write';
import { isDicom } from '@snimok/imaging/dicom/read';
import { readStudyAttributes, type StudyAttributes } from '@snimok/imaging/dicom/study-attributes';
import { isImage } from '@snimok/imaging/pictures/signature';
import { readExactly } from '../../../../platform/zip/zip-blocks.ts';
import { failureOf, type InternalFailure } from '../../../../platform/parsers/parser-failure.ts';
import type { Header, HeaderReply, HeaderTask } from './header-tasks.ts';

/** The thread of the parser process that reads headers for an import; `platform/parsers/parser-child.ts` starts it. */
parentPort?.on('message', async (task: HeaderTask) => {
  parentPort?.postMessage(await answer(task));
});

const ZIP_SIGNATURE = 0x04034b50;

async function answer(task: HeaderTask): Promise<HeaderReply | InternalFailure> {
  try {
    if (task.task === 'directory') return { directory: readDirectoryFiles(await readFile(task.path)) };
    if (task.task === 'identifiers') return { identifiers: await readIdentifiers(task) };
    const file = await open(task.path, 'r');
    try {
      const headers: Header[] = [];
      for (const { offset, length, isCut } of task.heads)
        headers.push(headerOf(await readExactly(file, offset, length), isCut));
      return { headers };
    } finally {
      await file.close();
    }
  } catch (cause) {
    if (cause instanceof DicomProblem) return { failed: cause.message };
    return failureOf(cause);
  }
}

const headerOf = (bytes: Buffer, isCut: boolean): Header => {
  if (isImage(bytes)) return { kind: 'image' };
  if (bytes.length >= 4 && bytes.readUInt32LE(0) === ZIP_SIGNATURE) return { kind: 'zip' };
  if (!isDicom(bytes)) return { kind: 'other' };
  const attributes = attributesOf(bytes);
  if (attributes?.sopClassUID === MEDIA_STORAGE_DIRECTORY) return { kind: 'directory' };
  if (attributes?.studyInstanceUID && attributes.sopInstanceUID) return { kind: 'dicom', attributes };
  return { kind: isCut ? 'cut' : 'broken' };
};

const attributesOf = (bytes: Buffer): StudyAttributes | null => {
  try {
    return readStudyAttributes(bytes);
  } catch (cause) {
    if (cause instanceof DicomProblem) return null;
    throw cause;
  }
};

const readIdentifiers = async ({
  path,
  transferSyntaxUID,
  ranges,
}: Extract<HeaderTask, { task: 'identifiers' }>): Promise<(StudyAttributes | null)[]> => {
  const head = fileHead({ sopClassUID: '', sopInstanceUID: '', transferSyntaxUID });
  const file = await open(path, 'r');
  try {
    const found: (StudyAttributes | null)[] = [];
    for (const { offset, length } of ranges)
      found.push(attributesOf(Buffer.concat([head, await readExactly(file, offset, length)])));
    return found;
  } finally {
    await file.close();
  }
};
