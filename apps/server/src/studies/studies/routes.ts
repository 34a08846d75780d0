import type { Context } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/server.ts';
import { assistantStudyRoutes } from './assistant-routes.ts';
import { bulkDownloadRoutes } from './bulk-download-routes.ts';
import { doctorPatientRoutes } from './doctor-patient-routes.ts';
import { doctorStudyRoutes } from './doctor-routes.ts';
import { studyListRoutes } from './list-routes.ts';
import { studyPictureRoutes } from './picture-routes.ts';

export const studyRoutes = (app: Routes, context: Context): void => {
  studyListRoutes(app, context);
  assistantStudyRoutes(app, context);
  bulkDownloadRoutes(app, context);
  doctorPatientRoutes(app, context);
  doctorStudyRoutes(app, context);
  studyPictureRoutes(app, context);
};
