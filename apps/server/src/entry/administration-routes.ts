import { erasureRoutes } from '../administration/erasure/routes.ts';
import { exportRoutes } from '../administration/table-exports/routes.ts';
import { historyRoutes } from '../administration/history/routes.ts';
import { listColumnRoutes } from '../administration/list-columns/routes.ts';
import { overviewRoutes } from '../administration/day-overview/routes.ts';
import { patientExportRoutes } from '../administration/patient-export/routes.ts';
import { portalHealthRoutes } from '../administration/portal-health/routes.ts';
import { portalSettingsRoutes } from '../administration/portal-settings/routes.ts';
import { publicDemoRoutes } from '../administration/public-demo/routes.ts';
import { savedFilterRoutes } from '../administration/saved-filters/routes.ts';
import { statisticsRoutes } from '../administration/statistics/routes.ts';

/** Most routes of the folder administration/, in the order of the OpenAPI document. */
export const administrationRoutes = [
  historyRoutes,
  overviewRoutes,
  savedFilterRoutes,
  listColumnRoutes,
  exportRoutes,
  statisticsRoutes,
  erasureRoutes,
  patientExportRoutes,
  portalSettingsRoutes,
  portalHealthRoutes,
  publicDemoRoutes,
];
