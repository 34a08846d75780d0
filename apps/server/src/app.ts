import { DEVICE_GRANT } from '@snimok/contract/auth';
import { REMOTE_DESKTOP_PATH } from '@snimok/contract/remote-desktop';
import type { FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { accountRoutes } from './accounts/routes.ts';
import { knowTheCaller } from './accounts/sessions.ts';
import { bannerRoutes } from './banner/routes.ts';
import { copyRoutes } from './copies/routes.ts';
import type { Context } from './context.ts';
import { knowTheDesktop } from './desktop/caller.ts';
import { takeToken } from './desktop/device.ts';
import { desktopRoutes } from './desktop/routes.ts';
import { dicomwebRoutes } from './dicomweb/routes.ts';
import { doctorRoutes } from './doctors/routes.ts';
import { historyRoutes } from './history/routes.ts';
import { guard } from './http/guard.ts';
import { healthRoutes } from './http/health.ts';
import { logRequests } from './http/log-requests.ts';
import { measureJobs } from './http/measure-jobs.ts';
import { createServer, type Routes } from './http/server.ts';
import { openUpgrades } from './http/upgrades.ts';
import { webRoutes } from './http/web.ts';
import { messengerRoutes } from './messenger/routes.ts';
import { storageDoor } from './outside/storage/door.ts';
import { measureLetters } from './letters/metrics.ts';
import { panoramaRoutes } from './panorama/routes.ts';
import { lifecycleRoutes } from './lifecycle/routes.ts';
import { patientShareRoutes } from './patient-shares/routes.ts';
import { patientRoutes } from './patients/routes.ts';
import { protestRoutes } from './protests/routes.ts';
import { realtimeDoor } from './realtime/door.ts';
import { realtimeRoutes } from './realtime/routes.ts';
import { remoteDesktopDoor } from './remote-desktop/door.ts';
import { openDesktop } from './remote-desktop/open-desktop.ts';
import { reportRoutes } from './reports/routes.ts';
import { scheduleRoutes } from './schedule/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { segmentationRoutes } from './segmentation/routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { knowTheShare, shareStillGranted } from './shares/caller.ts';
import { externalRoutes } from './shares/external-routes.ts';
import { shareRoutes } from './shares/routes.ts';
import { stillGranted } from './studies/download.ts';
import { studyRoutes } from './studies/routes.ts';
import { measureUploads } from './uploads/metrics.ts';
import { uploadRoutes } from './uploads/routes.ts';
import { knowTheViewer } from './viewer/caller.ts';
import { viewerRoutes } from './viewer/routes.ts';
import { seriesRoutes } from './viewer/series-routes.ts';
import { viewerSessionRoutes } from './viewer/session-routes.ts';

/**
 * The rooms, from the ground up: a room may use those above it in this list, never those below.
 * `npm run check` reads this order. Letters, processing and demo have no calls of their own.
 */
export const rooms = [
  'realtime',
  'letters',
  'accounts',
  'desktop',
  'settings',
  'banner',
  'doctors',
  'patients',
  'search',
  'studies',
  'uploads',
  'processing',
  'views',
  'panorama',
  'patient-shares',
  'lifecycle',
  'shares',
  'viewer',
  'remote-desktop',
  'copies',
  'protests',
  'segmentation',
  'schedule',
  'reports',
  'messenger',
  'history',
  'dicomweb',
  'demo',
] as const;

const calls = [
  realtimeRoutes,
  (app: Routes, context: Context) => accountRoutes(app, context, { [DEVICE_GRANT]: takeToken }),
  desktopRoutes,
  settingsRoutes,
  bannerRoutes,
  doctorRoutes,
  patientRoutes,
  searchRoutes,
  studyRoutes,
  uploadRoutes,
  lifecycleRoutes,
  shareRoutes,
  externalRoutes,
  (app: Routes, context: Context) => viewerSessionRoutes(app, context, openDesktop),
  viewerRoutes,
  seriesRoutes,
  copyRoutes,
  reportRoutes,
  panoramaRoutes,
  protestRoutes,
  segmentationRoutes,
  patientShareRoutes,
  scheduleRoutes,
  messengerRoutes,
  historyRoutes,
  dicomwebRoutes,
];

/** The whole portal as one Fastify instance, ready to listen; `registry` holds what `/metrics` tells. */
export const buildApp = (context: Context, registry = new Registry()): FastifyInstance => {
  const server = createServer(context);
  const plain = server as unknown as FastifyInstance;
  knowTheCaller(plain, context);
  knowTheDesktop(plain, context);
  knowTheShare(plain, context);
  knowTheViewer(plain, context);
  logRequests(plain);
  healthRoutes(plain, context, registry, [measureJobs, measureLetters, measureUploads]);
  plain.register(
    async (api) => {
      guard(api, new URL(context.config.publicURL).origin);
      for (const routes of calls) routes(api as unknown as Routes, context);
      api.get('/openapi.json', { schema: { hide: true } }, async () => plain.swagger());
    },
    { prefix: '/api/1' },
  );
  const realtime = realtimeDoor(plain, context);
  openUpgrades(
    plain,
    new URL(context.config.publicURL).origin,
    {
      '/connection/websocket': realtime,
      '/api/1/connection/websocket': realtime,
      ...(context.config.remoteViewer === 'desktop' && {
        [REMOTE_DESKTOP_PATH]: remoteDesktopDoor(plain, context),
      }),
    },
    registry,
  );
  plain.register(storageDoor, {
    store: context.storage,
    verify: context.signer.verify,
    allow: (grant: string) =>
      grant.startsWith('share:') ? shareStillGranted(context, grant) : stillGranted(context, grant),
    clock: context.clock,
  });
  webRoutes(plain, context);
  return plain;
};
