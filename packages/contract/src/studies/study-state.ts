import type { z } from 'zod';
import type { DoctorStudyStatus, StudyStatus } from './studies.ts';
import type { UploadStatus } from './uploads.ts';

interface UploadFacts {
  status: z.output<typeof UploadStatus>;
  error: string | null;
  /** absent or null unless the upload waits for a decision about its patient */
  held?: unknown;
}

/** The facts that determine the state of a study. A study in the API has these fields. */
export interface StudyFacts<Upload extends UploadFacts = UploadFacts> {
  status: z.output<typeof StudyStatus>;
  /** it was archived before */
  restored: boolean;
  /** the portal has its object; otherwise a restored study needs a new upload */
  comingBack: boolean;
  /** the newest upload */
  upload: Upload | null;
}

/** Deleted is not a state: queries leave out deleted studies, and a study that is undeleted has its earlier state again. */
type StudyState<Upload = UploadFacts> =
  | { kind: 'waits-for-files' }
  | { kind: 'uploading'; upload: Upload }
  | { kind: 'processing'; upload: Upload }
  | { kind: 'held'; upload: Upload }
  | { kind: 'failed'; upload: Upload }
  | { kind: 'restoring' }
  | { kind: 'available' }
  | { kind: 'archived' };

export type StudyStateKind = StudyState['kind'];

export const studyStateOf = <Upload extends UploadFacts>({
  status,
  restored,
  comingBack,
  upload,
}: StudyFacts<Upload>): StudyState<Upload> => {
  switch (status) {
    case 'done':
      return { kind: 'available' };
    case 'archived':
      return { kind: 'archived' };
    case 'in-work':
      if (restored && comingBack) return { kind: 'restoring' };
      return upload ? stateOfUpload(upload, restored) : { kind: 'waits-for-files' };
  }
};

const stateOfUpload = <Upload extends UploadFacts>(upload: Upload, restored: boolean): StudyState<Upload> => {
  switch (upload.status) {
    case 'uploading':
      return { kind: 'uploading', upload };
    case 'completed':
    case 'processing':
      return { kind: (upload.held ?? null) === null ? 'processing' : 'held', upload };
    case 'processed':
      // an upload without an error is the one that published the study before it was archived
      return restored && upload.error === null ? { kind: 'waits-for-files' } : { kind: 'failed', upload };
  }
};

/** The stored statuses, as assistants read them (product 9.5). */
export const STUDY_STATUS_LABELS: Record<z.output<typeof StudyStatus>, string> = {
  'in-work': 'В работе',
  done: 'Выполнено',
  archived: 'В архиве',
};

/** The state of a study as clients learn it, without the steps before its publication. */
export type StudyPhase = 'preparing' | 'restoring' | 'available' | 'archived';

const PHASES: Record<StudyStateKind, StudyPhase> = {
  'waits-for-files': 'preparing',
  uploading: 'preparing',
  processing: 'preparing',
  held: 'preparing',
  failed: 'preparing',
  restoring: 'restoring',
  available: 'available',
  archived: 'archived',
};

export const phaseOf = (study: StudyFacts): StudyPhase => PHASES[studyStateOf(study).kind];

/** Whether the study has pictures to show and to report on, even if they are in the archive. */
export const IS_PUBLISHED: Record<StudyPhase, boolean> = {
  preparing: false,
  restoring: false,
  available: true,
  archived: true,
};

/** The phase, from the fields of a study that clients get. */
export const ownPhaseOf = ({
  status,
  comingBack,
}: {
  status: z.output<typeof DoctorStudyStatus>;
  comingBack: boolean;
}): StudyPhase => {
  switch (status) {
    case 'available':
      return 'available';
    case 'need-restore':
      return 'archived';
    case 'in-work':
      return comingBack ? 'restoring' : 'preparing';
  }
};
