import { chainAudit } from '../platform/audit/chain.ts';
import { signAudit } from '../platform/audit/export-heads.ts';
import { forwardAudit } from '../platform/audit/forward.ts';
import { sendLetterJob } from '../platform/letters/send.ts';
import { sendNoticeJob } from '../platform/notices/deliver.ts';
import { sendMessageJob } from '../platform/webhooks/deliver.ts';
import { checkOpenings } from '../people/access-alerts/watch-openings.ts';
import { sendResetLink } from '../people/accounts/password-change/password-reset.ts';
import { makeDisc } from '../studies/discs/make-disc.ts';
import { maintainStudies, planMaintenance } from '../studies/lifecycle/maintenance.ts';
import { reconcileObjectJob } from '../studies/lifecycle/reconcile.ts';
import { fillExaminationDates } from '../studies/metadata/fill-dates.ts';
import { makeMetadataJob } from '../studies/metadata/make-metadata.ts';
import { removeUnusedKeys } from '../studies/objects/jobs.ts';
import { remakePanorama } from '../studies/panorama/remake-panorama.ts';
import { examineBundlesJob } from '../studies/processing/bundles/examine-bundles.ts';
import { processUploadJob } from '../studies/processing/process-upload.ts';
import { makeRenditionJob } from '../studies/renditions/make-rendition.ts';
import { segmentObject } from '../studies/segmentations/segment-object.ts';
import { maintainListCursors } from '../studies/studies/lists/cursors.ts';
import { discardUpload } from '../studies/uploads/discard-files.ts';
import { fillUploadImages } from '../studies/uploads/identity-checks/fill-images.ts';
import { discardParts } from '../studies/uploads/sending/parts.ts';
import { runDesktop } from '../viewing/remote-desktop/run-desktop.ts';
import { erasePatientObjects, erasePatientRows } from '../administration/erasure/erase.ts';
import { beginErasureOf } from '../administration/erasure/requests.ts';
import { planUpdates } from '../administration/portal-health/updates/plan-updates.ts';
import { reportProblems } from '../administration/portal-health/report-problems.ts';
import { discardAttachment } from '../messaging/messenger/attachments/discard.ts';
import { shareReferredStudyJob } from '../reception/referrals/share-referred.ts';
import { remindOfBooking } from '../reception/schedule/reminders-and-letters/letters.ts';
import { remindPatient } from '../reception/schedule/reminders-and-letters/patient-reminders.ts';
import { reportMissed } from '../reception/schedule/visits/report-missed.ts';
import { closeReception } from '../reception/dicom-receiving/close-reception.ts';
import { planImportJob } from '../reception/archive-import/planning/plan-import.ts';
import { runImportJob } from '../reception/archive-import/running/run-import.ts';
import { makeBackupJob } from './backup/scheduled/make-backup.ts';
import { planBackups } from './backup/scheduled/plan-maintenance.ts';
import { testRestoreJob } from './backup/scheduled/test-restore.ts';
import { cleanUp } from './clean-up.ts';

/** All jobs of the portal. A worker does what is listed here, and nothing else can be queued. */
export const jobs = [
  chainAudit,
  signAudit,
  forwardAudit,
  sendLetterJob,
  sendNoticeJob,
  sendMessageJob,
  checkOpenings,
  sendResetLink,
  makeDisc,
  maintainStudies,
  planMaintenance,
  reconcileObjectJob,
  makeMetadataJob,
  fillExaminationDates,
  removeUnusedKeys,
  remakePanorama,
  examineBundlesJob,
  processUploadJob,
  makeRenditionJob,
  segmentObject,
  maintainListCursors,
  discardUpload,
  discardParts,
  fillUploadImages,
  runDesktop,
  erasePatientObjects,
  erasePatientRows,
  beginErasureOf,
  discardAttachment,
  shareReferredStudyJob,
  remindOfBooking,
  remindPatient,
  reportMissed,
  closeReception,
  planImportJob,
  runImportJob,
  reportProblems,
  planUpdates,
  planBackups,
  makeBackupJob,
  testRestoreJob,
  cleanUp,
];

declare module '../platform/jobs/jobs.ts' {
  interface ListedJobs extends Record<(typeof jobs)[number]['name'], true> {}
}
