import type { UploadSnapshot } from '@snimok/api-client/upload/upload';
import { type StudyFacts, studyStateOf } from '@snimok/contract/studies/study-state';
import type { UploadState } from '@snimok/contract/studies/uploads';
import type { z } from 'zod';
import type { SentElsewhere } from './elsewhere/use-sent-elsewhere.ts';

export type Upload = z.output<typeof UploadState>;

/** What the card of a study shows of its upload. */
type ZoneState =
  | { kind: 'stopping' }
  /** this tab sends the files */
  | { kind: 'sending'; snapshot: UploadSnapshot }
  /** the server has the files */
  | { kind: 'processing'; uploadUUID: string }
  /** it is not known yet whether the files are sent elsewhere */
  | { kind: 'looking' }
  | { kind: 'sent-elsewhere'; uploadUUID: string }
  | {
      kind: 'choosing';
      /** the upload that the chosen files continue */
      unfinishedUUID: string | null;
      takesFocus: boolean;
      /** the processing of the last upload has failed */
      failure: { error: string | null } | null;
    };

/** The form stays while this upload is the newest, even if it turns out to be sent elsewhere. */
export interface KeptForm {
  /** null if there was no upload */
  uploadUUID: string | null;
  takesFocus: boolean;
}

interface ZoneFacts {
  study: StudyFacts<Upload>;
  /** the upload of this tab */
  snapshot: UploadSnapshot | undefined;
  isStopping: boolean;
  elsewhere: Pick<SentElsewhere, 'isPending' | 'isRunning'>;
  keptForm: KeptForm | undefined;
}

/** An upload that another tab or computer sends, or that was interrupted; null if there is none. */
export function followedUploadOf({ study, snapshot }: Pick<ZoneFacts, 'study' | 'snapshot'>): string | null {
  const state = studyStateOf(study);
  return !snapshot && state.kind === 'uploading' ? state.upload.uploadUUID : null;
}

export function zoneStateOf({ study, snapshot, isStopping, elsewhere, keptForm }: ZoneFacts): ZoneState {
  if (isStopping) return { kind: 'stopping' };
  if (snapshot && snapshot.stage !== 'cancelled') return { kind: 'sending', snapshot };
  const state = studyStateOf(study);
  if (state.kind === 'processing' || state.kind === 'held')
    return { kind: 'processing', uploadUUID: state.upload.uploadUUID };
  const followedUUID = followedUploadOf({ study, snapshot });
  const isKept = keptForm?.uploadUUID === followedUUID;
  if (followedUUID !== null && !isKept) {
    if (elsewhere.isPending) return { kind: 'looking' };
    if (elsewhere.isRunning) return { kind: 'sent-elsewhere', uploadUUID: followedUUID };
  }
  return {
    kind: 'choosing',
    unfinishedUUID: followedUUID,
    takesFocus: isKept && keptForm.takesFocus,
    failure: state.kind === 'failed' ? { error: state.upload.error } : null,
  };
}
