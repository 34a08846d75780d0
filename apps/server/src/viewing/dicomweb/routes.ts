import { dicomweb, sharedDicomweb } from '@snimok/contract/viewing/dicomweb';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { openDicomweb } from './requests/dicomweb.ts';
import { bulkDataRoutes, renderRoutes, retrieveRoutes } from './retrieval/retrieve-routes.ts';
import { searchAllRoutes } from './search/search-all-routes.ts';
import { searchRoutes } from './search/search-routes.ts';
import { viewerMetadataRoutes } from './viewer-metadata.ts';

/**
 * DICOMweb for reading (PS3.18, 10), for third-party viewers and archives: with the portal's sessions under `/dicomweb`,
 * with an external share's token under `/external/dicomweb`. docs/dicom-conformance.md is the conformance statement.
 */
export const dicomwebRoutes = (app: Routes, context: Context): void => {
  const service = openDicomweb(context);
  (app as unknown as FastifyInstance).addHook('onClose', () => service.close());
  for (const { endpoints, path } of [
    { endpoints: dicomweb, path: '/dicomweb' },
    { endpoints: sharedDicomweb, path: '/external/dicomweb' },
  ]) {
    searchRoutes(app, service, endpoints, path);
    searchAllRoutes(app, service, endpoints, path);
    retrieveRoutes(app, service, endpoints, path);
    bulkDataRoutes(app, service, endpoints);
    renderRoutes(app, service, endpoints);
  }
  viewerMetadataRoutes(app, service);
};
