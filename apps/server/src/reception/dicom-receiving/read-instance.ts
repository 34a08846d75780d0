import { dirname, join } from 'node:path';
import type { Context } from '../../platform/context.ts';
import { openParserPool, ParsingFailed } from '../../platform/parsers/parser-pool.ts';
import type { ParserReply, ParserTask } from '../../studies/processing/parser-tasks/parser-tasks.ts';
import { UID } from '@snimok/contract/viewing/dicomweb';
import type { StagedFile } from './staging.ts';

/** What the header of a stored instance states. */
export interface Instance extends StagedFile {
  studyInstanceUID: string;
  sopInstanceUID: string;
  /** empty if the file states no valid UID */
  sopClassUID: string;
  /** true for computed tomography and for images with several frames */
  isVolume: boolean;
  accessionNumber: string | null;
  /** as in the file; PS3.3, C.7.1.1 */
  patient: { name: string | null; birthDate: string | null; sex: string | null };
}

/** Reads headers in parser processes. The files of each folder are read by processes that see no other folder. */
export const openInstanceReader = ({ sandbox }: Pick<Context, 'sandbox'>) => {
  const pool = openParserPool<Extract<ParserTask, { task: 'inspect' }>, ParserReply>({
    sandbox,
    threadFile: join(import.meta.dirname, '../../studies/processing/parser-tasks/parser-thread.ts'),
    accessOf: ({ path }) => ({ read: [dirname(path)], write: [], files: [path] }),
  });

  return {
    /** Returns null if the file is not DICOM, or its header lacks the UIDs. */
    async read(file: StagedFile, signal: AbortSignal): Promise<Instance | null> {
      const { path, sizeBytes } = file;
      const reply = await pool.run({ task: 'inspect', path, sizeBytes }, signal).catch((cause) => {
        if (cause instanceof ParsingFailed) return null;
        throw cause;
      });
      if (!reply || !('facts' in reply) || reply.facts.kind !== 'dicom') return null;
      const { dicom } = reply.facts;
      const studyInstanceUID = UID.safeParse(dicom.studyInstanceUID);
      const sopInstanceUID = UID.safeParse(dicom.sopInstanceUID);
      if (!studyInstanceUID.success || !sopInstanceUID.success) return null;
      const { name, birthDate, sex } = dicom.patient;
      return {
        ...file,
        studyInstanceUID: studyInstanceUID.data,
        sopInstanceUID: sopInstanceUID.data,
        sopClassUID: UID.safeParse(dicom.sopClassUID).data ?? '',
        isVolume: dicom.modality === 'CT' || (dicom.rows !== null && dicom.numberOfFrames > 1),
        accessionNumber: dicom.accessionNumber,
        patient: { name, birthDate, sex },
      };
    },
    close: () => pool.close(),
  };
};
