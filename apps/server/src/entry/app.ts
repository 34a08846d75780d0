import { DEVICE_GRANT } from '@snimok/contract/people/auth';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { administrationRoutes } from './administration-routes.ts';
import { accountRoutes } from '../people/accounts/routes.ts';
import { authenticateSession, findRealtimeSessionEnd } from '../people/accounts/sessions/sessions.ts';
import { measureAccessAlerts } from '../people/access-alerts/metrics.ts';
import { accessAlertRoutes } from '../people/access-alerts/routes.ts';
import { watchOpenings } from '../people/access-alerts/watch-openings.ts';
import { authenticateToken } from '../people/api-tokens/caller.ts';
import { apiTokenRoutes } from '../people/api-tokens/routes.ts';
import { bannerRoutes } from '../messaging/banner/routes.ts';
import { centreIdentityRoutes } from '../administration/centre-identity/routes.ts';
import { copyRoutes } from '../studies/copies/routes.ts';
import type { Context } from '../platform/context.ts';
import { authenticateProgram } from '../people/program-access/caller.ts';
import { exchangeDeviceCode } from '../people/program-access/device-grant.ts';
import { clinicProgramRoutes } from '../people/program-access/clinic-routes.ts';
import { programAccessRoutes } from '../people/program-access/routes.ts';
import { dicomwebRoutes } from '../viewing/dicomweb/routes.ts';
import { clientPeopleRoutes } from '../people/client-members/routes.ts';
import { doctorRoutes } from '../people/doctors/routes.ts';
import { intakeRoutes } from '../reception/scan-intake/routes.ts';
import { archiveImportRoutes } from '../reception/archive-import/routes.ts';
import { stowRoutes } from '../reception/dicom-receiving/routes.ts';
import { worklistRoutes } from '../reception/dicom-worklist/routes.ts';
import { guard } from '../platform/http/guard.ts';
import { healthRoutes } from '../platform/http/health/health.ts';
import { logRequests } from '../platform/http/log-requests.ts';
import { limitSilence } from '../platform/http/connections/limit-silence.ts';
import { limitSlowBodies } from '../platform/http/connections/slow-bodies.ts';
import { recordRefusals } from '../platform/http/record-refusals.ts';
import { getOpenAPI } from '../platform/http/openapi/openapi.ts';
import { measureJobs } from '../platform/http/health/measure-jobs.ts';
import { createServer, type Routes } from '../platform/http/server.ts';
import { webhookRoutes } from '../platform/webhooks/routes.ts';
import { webRoutes } from '../platform/http/web.ts';
import { lockCalls } from '../administration/public-demo/lock-calls.ts';
import { measureHealth } from '../administration/portal-health/metrics.ts';
import { messengerRoutes } from '../messaging/messenger/routes.ts';
import { duplicateRoutes } from '../reception/duplicates/routes.ts';
import { referralRoutes } from '../reception/referrals/routes.ts';
import { moveAndMergeRoutes } from '../reception/move-and-merge/routes.ts';
import { measureMessages } from '../platform/notices/metrics.ts';
import { panoramaRoutes } from '../studies/panorama/routes.ts';
import { discRoutes } from '../studies/discs/routes.ts';
import { lifecycleRoutes } from '../studies/lifecycle/routes.ts';
import { patientShareRoutes } from '../people/patient-shares/routes.ts';
import { patientRoutes } from '../people/patients/routes.ts';
import { protestRoutes } from '../viewing/protests/routes.ts';
import { realtimeRoutes } from '../platform/realtime/routes.ts';
import { openDesktop } from '../viewing/remote-desktop/open-desktop.ts';
import { reportRoutes } from '../reporting/printed-copies/routes.ts';
import { studyReportRoutes } from '../reporting/study-reports/routes.ts';
import { scheduleRoutes } from '../reception/schedule/routes.ts';
import { searchRoutes } from '../people/search/routes.ts';
import { studySegmentationRoutes } from '../viewing/segmentation-review/review-routes.ts';
import { segmentationRoutes } from '../viewing/segmentation-review/click-routes.ts';
import { notificationRoutes } from '../people/notification-choices/routes.ts';
import { profileRoutes } from '../people/profile/routes.ts';
import { singleSignOnRoutes } from '../people/single-sign-on/routes.ts';
import { staffRoutes } from '../people/staff/routes.ts';
import { settingsRoutes } from '../people/web-app-settings/routes.ts';
import { authenticateShare } from '../viewing/external-shares/caller.ts';
import { receiverRoutes } from '../viewing/deliveries/receiver-routes.ts';
import { deliveryRoutes } from '../viewing/deliveries/routes.ts';
import { externalRoutes } from '../viewing/external-shares/external-routes.ts';
import { shareCodeRoutes } from '../viewing/external-shares/code-routes.ts';
import { patientAccessRoutes } from '../viewing/external-shares/patient-routes.ts';
import { shareRoutes } from '../viewing/external-shares/routes.ts';
import { studyRoutes } from '../studies/studies/routes.ts';
import { measureUploads } from '../studies/uploads/metrics.ts';
import { uploadRoutes } from '../studies/uploads/routes.ts';
import { authenticateViewer } from '../viewing/online-viewer/sessions/caller.ts';
import { implantRoutes } from '../viewing/implants/routes.ts';
import { viewerRoutes } from '../viewing/online-viewer/routes.ts';
import { watchResponses } from '../viewing/transfers/watch-responses.ts';
import { watchTransfers } from '../viewing/transfers/watch-transfers.ts';
import { keyImageRoutes } from '../viewing/online-viewer/key-images/key-image-routes.ts';
import { landmarkRoutes } from '../viewing/online-viewer/landmark-routes.ts';
import { layoutRoutes } from '../viewing/online-viewer/layouts/layout-routes.ts';
import { seriesRoutes } from '../viewing/online-viewer/images/series-routes.ts';
import { viewerSessionRoutes } from '../viewing/online-viewer/sessions/session-routes.ts';
import { closeUntilSetUp } from './first-start/gate.ts';
import { firstStartRoutes } from './first-start/routes.ts';
import { openWebSockets } from './open-websockets.ts';
import { serveStorage } from './serve-storage.ts';

/**
 * The modules of each folder, lowest first, including modules without routes. A module may import the modules before it in
 * this list, and the files directly in `platform/`. `scripts/checks/imports.mjs` reads the list.
 */
export const modules = {
  platform: [
    'time-and-sizes',
    'errors',
    'networks',
    'releases',
    'logging',
    'settings',
    'secrets',
    'working-files',
    'transfer-watch',
    'db',
    'outside',
    'stored-settings',
    'parsers',
    'access',
    'answered-requests',
    'jobs',
    'audit',
    'zip',
    'http',
    'realtime',
    'letterhead',
    'throttles',
    'outbox',
    'letters',
    'webhooks',
    'notices',
    'pdf-documents',
  ],
  people: [
    'second-factors',
    'accounts',
    'notification-choices',
    'api-tokens',
    'single-sign-on',
    'program-access',
    'profile',
    'staff',
    'access-alerts',
    'web-app-settings',
    'doctors',
    'client-members',
    'patients',
    'patient-shares',
    'search',
  ],
  studies: [
    'objects',
    'studies',
    'uploads',
    'processing',
    'renditions',
    'metadata',
    'panorama',
    'segmentations',
    'discs',
    'lifecycle',
    'copies',
  ],
  viewing: [
    'external-shares',
    'online-viewer',
    'implants',
    'transfers',
    'remote-desktop',
    'protests',
    'segmentation-review',
    'dicomweb',
    'deliveries',
  ],
  reception: [
    'duplicates',
    'schedule',
    'referrals',
    'move-and-merge',
    'scan-intake',
    'dicom-worklist',
    'dicom-receiving',
    'archive-import',
  ],
  reporting: ['printed-copies', 'study-reports'],
  messaging: ['banner', 'messenger'],
  administration: [
    'centre-identity',
    'portal-settings',
    'history',
    'day-overview',
    'saved-filters',
    'list-columns',
    'table-exports',
    'statistics',
    'erasure',
    'patient-export',
    'public-demo',
    'portal-health',
  ],
  entry: ['backup', 'demo', 'first-start', 'portable-export', 'commands', 'attacks'],
} as const;

/** The OpenAPI document lists the endpoints in this order. */
const routesOfModules = [
  (app: Routes, context: Context) => realtimeRoutes(app, context, findRealtimeSessionEnd),
  (app: Routes, context: Context) => accountRoutes(app, context, { [DEVICE_GRANT]: exchangeDeviceCode }),
  singleSignOnRoutes,
  programAccessRoutes,
  apiTokenRoutes,
  webhookRoutes,
  clinicProgramRoutes,
  profileRoutes,
  notificationRoutes,
  staffRoutes,
  accessAlertRoutes,
  settingsRoutes,
  bannerRoutes,
  centreIdentityRoutes,
  doctorRoutes,
  clientPeopleRoutes,
  patientRoutes,
  searchRoutes,
  studyRoutes,
  uploadRoutes,
  lifecycleRoutes,
  shareRoutes,
  patientAccessRoutes,
  shareCodeRoutes,
  externalRoutes,
  deliveryRoutes,
  receiverRoutes,
  (app: Routes, context: Context) => viewerSessionRoutes(app, context, openDesktop),
  viewerRoutes,
  keyImageRoutes,
  layoutRoutes,
  landmarkRoutes,
  implantRoutes,
  seriesRoutes,
  copyRoutes,
  reportRoutes,
  studyReportRoutes,
  panoramaRoutes,
  protestRoutes,
  discRoutes,
  segmentationRoutes,
  studySegmentationRoutes,
  patientShareRoutes,
  scheduleRoutes,
  referralRoutes,
  moveAndMergeRoutes,
  duplicateRoutes,
  intakeRoutes,
  worklistRoutes,
  archiveImportRoutes,
  messengerRoutes,
  ...administrationRoutes,
  dicomwebRoutes,
  firstStartRoutes,
];

/** The whole portal as one Fastify instance, ready to listen; `/metrics` serves the metrics of `registry`. */
export const buildApp = (context: Context, registry = new Registry()): FastifyInstance => {
  const plain = createServer(context);
  closeUntilSetUp(plain, context);
  authenticateSession(plain, context);
  authenticateProgram(plain, context);
  authenticateToken(plain, context);
  authenticateShare(plain, context);
  authenticateViewer(plain, context);
  limitSlowBodies(plain);
  limitSilence(plain, context.config.transferTimeoutMs);
  const transfers = watchTransfers(plain, context);
  logRequests(plain);
  recordRefusals(plain, context);
  watchOpenings(context);
  healthRoutes(plain, context, registry, [
    measureJobs,
    measureMessages,
    measureUploads,
    measureAccessAlerts,
    measureHealth,
  ]);
  plain.register(
    async (api) => {
      guard(api, context, new URL(context.config.publicURL).origin);
      lockCalls(api, context);
      watchResponses(api, transfers);
      for (const routes of routesOfModules) routes(api as unknown as Routes, context);
      stowRoutes(api as unknown as Routes, context, transfers);
      (api as unknown as Routes).route({ ...getOpenAPI, handler: async () => plain.swagger() });
    },
    { prefix: '/api/1' },
  );
  openWebSockets(plain, context, { transfers, registry });
  serveStorage(plain, context, transfers);
  webRoutes(plain, context);
  return plain;
};
