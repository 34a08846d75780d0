import type { UploadSnapshot } from '@snimok/api-client/upload/upload';
import { expect, test } from 'vitest';
import { followedUploadOf, type Upload, zoneStateOf } from './zone-state.ts';

const uploadUUID = '6f1c8a52-6a1f-4c62-9a3c-0f6f0c9d1a11';
const study = (upload: Partial<Upload> | null) => ({
  status: 'in-work' as const,
  restored: false,
  comingBack: false,
  upload: upload && { uploadUUID, status: 'uploading' as const, error: null, progress: null, ...upload },
});
const snapshot = (stage: UploadSnapshot['stage']): UploadSnapshot => ({
  uploadUUID,
  stage,
  progress: {
    arrived: { originalBytes: 0, sentBytes: 0 },
    share: 0,
    sentBytes: 0,
    totalBytes: 1,
    bytesPerSecond: null,
    secondsLeft: null,
  },
  filesTotal: 1,
  filesDone: 0,
  filesAlreadyStored: 0,
  filesRetrying: 0,
  failed: [],
  problem: null,
  offline: false,
  status: null,
  answer: null,
});
/** A study with an upload that this tab does not send and that has been found to be interrupted. */
const INTERRUPTED = {
  study: study({}),
  snapshot: undefined,
  isStopping: false,
  elsewhere: { isPending: false, isRunning: false },
  keptForm: undefined,
};
const RUNNING = { isPending: false, isRunning: true };
const PENDING = { isPending: true, isRunning: false };
const CHOOSING = { kind: 'choosing', unfinishedUUID: null, takesFocus: false, failure: null };

test('an upload that is being removed is shown in no other state', () => {
  expect(zoneStateOf({ ...INTERRUPTED, isStopping: true, snapshot: snapshot('sending') })).toEqual({
    kind: 'stopping',
  });
});

test('the upload of this tab is shown until it is cancelled', () => {
  const sending = snapshot('sending');
  expect(zoneStateOf({ ...INTERRUPTED, snapshot: sending })).toEqual({ kind: 'sending', snapshot: sending });
  expect(zoneStateOf({ ...INTERRUPTED, snapshot: snapshot('cancelled') })).toEqual(CHOOSING);
});

test.each([{ status: 'completed' as const }, { status: 'processing' as const }])(
  'files that have all arrived are $status and not chosen again',
  (upload) => {
    expect(zoneStateOf({ ...INTERRUPTED, study: study(upload) })).toEqual({ kind: 'processing', uploadUUID });
  },
);

test('the form is not shown until it is known whether the files are sent elsewhere', () => {
  expect(zoneStateOf({ ...INTERRUPTED, elsewhere: PENDING })).toEqual({ kind: 'looking' });
  expect(zoneStateOf({ ...INTERRUPTED, elsewhere: RUNNING })).toEqual({ kind: 'sent-elsewhere', uploadUUID });
  expect(zoneStateOf(INTERRUPTED)).toEqual({ ...CHOOSING, unfinishedUUID: uploadUUID });
});

test('the form stays open for an upload that was taken over, but not for a newer upload', () => {
  const takenOver = { ...INTERRUPTED, elsewhere: RUNNING, keptForm: { uploadUUID, takesFocus: true } };
  expect(zoneStateOf(takenOver)).toEqual({ ...CHOOSING, unfinishedUUID: uploadUUID, takesFocus: true });
  const newer = { ...takenOver, keptForm: { uploadUUID: null, takesFocus: true } };
  expect(zoneStateOf(newer)).toEqual({ kind: 'sent-elsewhere', uploadUUID });
});

test('after a failed processing files can be chosen again', () => {
  const failed = study({ status: 'processed', error: 'Нет снимков' });
  expect(zoneStateOf({ ...INTERRUPTED, study: failed })).toEqual({
    ...CHOOSING,
    failure: { error: 'Нет снимков' },
  });
});

test('an upload is followed only while this tab does not send it', () => {
  expect(followedUploadOf(INTERRUPTED)).toBe(uploadUUID);
  expect(followedUploadOf({ ...INTERRUPTED, snapshot: snapshot('sending') })).toBeNull();
  expect(followedUploadOf({ ...INTERRUPTED, study: study(null) })).toBeNull();
});
