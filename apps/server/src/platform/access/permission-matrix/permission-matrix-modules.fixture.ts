import { deliveryTable } from './permission-matrix-deliveries.fixture.ts';
import { erasureTable } from './permission-matrix-erasures.fixture.ts';
import { importTable } from './permission-matrix-imports.fixture.ts';
import { integrationTable } from './permission-matrix-integrations.fixture.ts';
import { messengerTable } from './permission-matrix-messenger.fixture.ts';
import { visitTable } from './permission-matrix-visits.fixture.ts';
import { moveAndMergeTable } from './permission-matrix-move-and-merge.fixture.ts';
import { referralTable } from './permission-matrix-referrals.fixture.ts';
import { settingsTable } from './permission-matrix-settings.fixture.ts';
import { studyReportTable } from './permission-matrix-study-reports.fixture.ts';

const staffTable = `
GET    /assistant/staff                                         401 200 403 403 403 403 401 401
POST   /assistant/staff                                         401 201 403 403 403 403 401 401
DELETE /assistant/staff/notices                                 401 204 403 403 403 403 401 401
GET    /assistant/staff/:accountID                              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/staff/:accountID                              401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/staff/:accountID/disabled                     401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/staff/:accountID/sessions                     401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/staff/:accountID/second-factors               401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PATCH  /assistant/staff/:accountID/reset-password               401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/staff/:accountID/sso                          401 404 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/staff/:accountID/history                      401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
`;

const overviewTable = `
GET    /assistant/overview                                      401 200 403 403 403 403 401 401
GET    /assistant/overview/waiting                              401 200 403 403 403 403 401 401
POST   /assistant/studies/:studyID/arrival                      401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
`;

const historyTable = `
GET    /assistant/exports/history                               401 200 403 403 403 403 401 401
`;

const healthTable = `
GET    /assistant/portal-health                                 401 200 403 403 403 403 401 401
POST   /assistant/portal-health/backups                         401 409 403 403 403 403 401 401
POST   /assistant/portal-health/updates                         401 409 403 403 403 403 401 401
DELETE /assistant/portal-health/updates                         401 409 403 403 403 403 401 401
POST   /assistant/portal-health/updates/look                    401 409 403 403 403 403 401 401
`;

const repeatTable = `
POST   /assistant/uploads/repeats                               401 200 403 403 403 403 401 401
`;

const patientAccessTable = `
GET    /external/study/picture                                  401 401 401 401 401 401 401 200
GET    /studies/:studyID/patient-access                         401 200 200 403 404 403 401 401   401 404 404 404 404 403 401 401
POST   /studies/:studyID/patient-access                         401 201 201 403 404 403 401 401   401 404 404 404 404 403 401 401
DELETE /studies/:studyID/patient-access/:shareUUID              401 204 204 403 404 403 401 401   401 404 404 404 404 403 401 401
`;

const doctorShareTable = `
GET    /doctor/studies/:studyID/external-shares                 401 403 200 403 404 403 401 401   401 403 404 404 404 403 401 401
POST   /doctor/studies/:studyID/external-shares                 401 403 201 403 404 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/studies/:studyID/external-shares/:shareUUID/link   401 403 200 403 404 403 401 401   401 403 404 404 404 403 401 401
POST   /doctor/studies/:studyID/external-shares/:shareUUID/mail   401 403 204 403 404 403 401 401   401 403 404 404 404 403 401 401
DELETE /doctor/studies/:studyID/external-shares/:shareUUID      401 403 204 403 404 403 401 401   401 403 404 404 404 403 401 401
`;

const implantTable = `
GET    /assistant/implants                                      401 200 403 403 403 403 401 401
POST   /assistant/implants                                      401 201 403 403 403 403 401 401
DELETE /assistant/implants/:lineUUID                            401 404 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /viewer/implant-choices                                  401 401 401 401 401 401 401 403
PUT    /viewer/implant-choices                                  401 401 401 401 401 401 401 403
`;

const segmentationTable = `
PATCH  /studies/:studyID/segmentation/results                   401 409 409 403 404 403 401 401   401 404 404 404 404 403 401 401
GET    /viewer/segmentation/structures.glb                      401 401 401 401 401 401 401 403
POST   /viewer/landmark-proposals                               401 401 401 401 401 401 401 403
`;

const dicomwebTable = `
GET    /dicomweb/series                                         401 200 200 200 204 403 401 401
GET    /dicomweb/instances                                      401 200 200 200 204 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/bulkdata/:tag 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/bulkdata/:tag 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/series                                401 401 401 401 401 401 401 200
GET    /external/dicomweb/instances                             401 401 401 401 401 401 401 200
`;

/** The parts of the status table that stand in files of their modules or in this file. */
export const tablesOfModules =
  settingsTable +
  visitTable +
  staffTable +
  healthTable +
  overviewTable +
  historyTable +
  repeatTable +
  patientAccessTable +
  doctorShareTable +
  implantTable +
  segmentationTable +
  dicomwebTable +
  deliveryTable +
  moveAndMergeTable +
  integrationTable +
  erasureTable +
  importTable +
  referralTable +
  messengerTable +
  studyReportTable;
