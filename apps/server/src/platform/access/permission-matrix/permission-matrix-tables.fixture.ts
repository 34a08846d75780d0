import { tablesOfModules } from './permission-matrix-modules.fixture.ts';
import { programTable } from './permission-matrix-programs.fixture.ts';
import { parseTable } from './permission-matrix-rows.fixture.ts';
import { callers } from './permission-matrix.fixture.ts';

/**
 * The expected status of every endpoint for every kind of caller: first with the ids of the owner's patient and of the
 * rows that belong to it, then with ids that do not exist. So `ow` shows access to one's own rows, `sh` to a shared
 * patient's, and `ot` to another doctor's. An endpoint that is not listed fails the test.
 */
const statusTable = `
                                                                 no  as  ow  sh  ot  ac  di  re   missing ids
POST   /auth/token                                              400 400 400 400 400 400 400 400
DELETE /auth/token                                              204 204 204 204 204 204 204 204
POST   /auth/mfa                                                409 409 409 409 409 409 409 409
POST   /auth/password/reset/request                             204 204 204 204 204 204 204 204
PUT    /auth/password/reset                                     400 400 400 400 400 400 400 400
POST   /auth/passkey/options                                    200 200 200 200 200 200 200 200
POST   /auth/passkey                                            403 403 403 403 403 403 403 403
GET    /auth/sign-in-options                                    200 200 200 200 200 200 200 200
POST   /auth/invitation                                         400 400 400 400 400 400 400 400
PUT    /auth/invitation                                         400 400 400 400 400 400 400 400
POST   /auth/sso/start                                          404 404 404 404 404 404 404 404
POST   /auth/sso                                                404 404 404 404 404 404 404 404
POST   /auth/sso/link                                           401 404 404 404 404 404 401 401
POST   /auth/sso/logout                                         404 404 404 404 404 404 404 404
PUT    /auth/password                                           401 400 400 400 400 400 401 401
POST   /auth/centrifugo/subscribe                               401 200 200 200 200 200 401 401
POST   /auth/centrifugo/refresh                                 401 200 200 200 200 200 401 401
POST   /auth/device                                             200 200 200 200 200 200 200 200
GET    /openapi.json                                            200 200 200 200 200 200 200 200
GET    /identity                                                200 200 200 200 200 200 200 200
GET    /identity/logo                                           404 404 404 404 404 404 404 404

GET    /account/draft-keys                                      401 200 200 200 200 403 401 401
GET    /account/profile                                         401 200 200 200 200 403 401 401
PUT    /account/name                                            401 204 204 204 204 403 401 401
PUT    /account/letters                                         401 204 204 204 204 403 401 401
PUT    /account/password                                        401 400 400 400 400 403 401 401
GET    /account/sessions                                        401 200 200 200 200 403 401 401
DELETE /account/sessions/:sessionUUID                           401 204 404 404 404 403 401 401   401 404 404 404 404 403 401 401
DELETE /account/sessions                                        401 204 204 204 204 403 401 401
GET    /account/second-factors                                  401 200 200 200 200 403 401 401
POST   /account/totp                                            401 200 200 200 200 403 401 401
POST   /account/totp/confirm                                    401 400 400 400 400 403 401 401
POST   /account/totp/remove                                     401 404 404 404 404 403 401 401
POST   /account/passkeys/options                                401 200 200 200 200 403 401 401
POST   /account/passkeys                                        401 400 400 400 400 403 401 401
POST   /account/passkeys/:passkeyUUID/remove                    401 404 404 404 404 403 401 401   401 404 404 404 404 403 401 401
POST   /account/recovery-codes                                  401 409 409 409 409 403 401 401
GET    /account/confirmation                                    401 200 200 200 200 403 401 401
POST   /account/confirmation                                    401 400 400 400 400 403 401 401
POST   /account/confirmation/passkey                            401 200 200 200 200 403 401 401
GET    /account/notifications                                   401 200 200 200 200 403 401 401
PUT    /account/notifications                                   401 204 204 204 204 403 401 401
PUT    /account/notifications/digest                            401 204 204 204 204 403 401 401
POST   /account/phone                                           401 404 404 404 404 403 401 401
POST   /account/phone/confirm                                   401 400 400 400 400 403 401 401
DELETE /account/phone                                           401 204 204 204 204 403 401 401
POST   /account/push-devices                                    401 409 409 409 409 403 401 401
PUT    /account/push-devices                                    401 409 409 409 409 403 401 401
DELETE /account/push-devices/:deviceUUID                        401 204 404 404 404 403 401 401   401 404 404 404 404 403 401 401

GET    /assistant/access-alerts                                 401 200 403 403 403 403 401 401
PUT    /assistant/access-alerts/:alertID/acknowledged           401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/suspensions/:accountID                        401 404 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/settings                                      401 200 403 403 403 403 401 401
GET    /assistant/counters                                      401 200 403 403 403 403 401 401
GET    /assistant/exports/clients                               401 200 403 403 403 403 401 401
GET    /assistant/exports/patients                              401 200 403 403 403 403 401 401
GET    /assistant/exports/studies                               401 200 403 403 403 403 401 401
GET    /assistant/exports/billing                               401 200 403 403 403 403 401 401
GET    /assistant/statistics                                    401 200 403 403 403 403 401 401
GET    /assistant/statistics/billing                            401 200 403 403 403 403 401 401
GET    /assistant/saved-filters                                 401 200 403 403 403 403 401 401
POST   /assistant/saved-filters                                 401 201 403 403 403 403 401 401
DELETE /assistant/saved-filters/:filterID                       401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/counters/days                                 401 200 403 403 403 403 401 401
GET    /assistant/search                                        401 200 403 403 403 403 401 401
GET    /assistant/adv                                           401 200 403 403 403 403 401 401
POST   /assistant/adv                                           401 204 403 403 403 403 401 401
PUT    /assistant/identity                                      401 204 403 403 403 403 401 401
GET    /assistant/dropdown/doctors                              401 200 403 403 403 403 401 401
GET    /assistant/dropdown/doctors/:doctorID/patients           401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/doctors                                       401 200 403 403 403 403 401 401
POST   /assistant/doctors                                       401 201 403 403 403 403 401 401
GET    /assistant/doctors/:doctorID                             401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/doctors/:doctorID                             401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PATCH  /assistant/doctors/:doctorID/reset-password              401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/doctors/:doctorID/people                      401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/doctors/:doctorID/patients                    401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/doctors/:doctorID/patients                    401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients-in-work                              401 200 403 403 403 403 401 401
GET    /assistant/patients-for-restore                          401 200 403 403 403 403 401 401
GET    /assistant/patients/:patientID                           401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/patients/:patientID                           401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients/:patientID/history                   401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients/:patientID/data                      401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients/:patientID/studies                   401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/patients/:patientID/studies                   401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies                                       401 200 403 403 403 403 401 401
GET    /assistant/downloads/studies                             401 200 403 403 403 403 401 401
GET    /assistant/downloads/studies/size                        401 200 403 403 403 403 401 401
GET    /assistant/studies/:studyID                              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PATCH  /assistant/studies/:studyID                              401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/studies/:studyID/examined-at                  401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/download                     401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/confirm-patient              401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/mail                         401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/report                       401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/pano/dislike                 401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/protests/:protestID/settle   401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/panorama                     401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/panorama                     401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/studies/:studyID/panorama/arch                401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/panorama/values              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/copy                         401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/upload                       401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/uploads/:uploadUUID                           401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/uploads/:uploadUUID/picture                   401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/uploads/:uploadUUID/confirm-patient          401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/uploads/:uploadUUID                           401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/uploads/:uploadUUID/presigned-url             401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/uploads/:uploadUUID/presigned-urls            401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/uploads/:uploadUUID/part-urls                 401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/uploads/:uploadUUID/join-parts                401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/uploads/:uploadUUID/bundles                   401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/uploads/:uploadUUID/complete                  401 400 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/uploads/:uploadUUID/release                   401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/remote-session               401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/external-shares              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/external-shares              401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/:studyID/external-shares/:shareUUID/link   401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/external-shares/:shareUUID/mail   401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/studies/:studyID/external-shares/:shareUUID   401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/studies/:studyID/archive                      401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/studies/:studyID/restore                      401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/studies/:studyID                              401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/studies/deleted                               401 200 403 403 403 403 401 401
POST   /assistant/studies/:studyID/undelete                     401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/patients/:patientID                           401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients/deleted                              401 200 403 403 403 403 401 401
POST   /assistant/patients/:patientID/undelete                  401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401

GET    /assistant/schedule/locations                            401 200 403 403 403 403 401 401
POST   /assistant/schedule/locations                            401 201 403 403 403 403 401 401
PUT    /assistant/schedule/locations/:locationID                401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/schedule/locations/:locationID/special-days/:date 401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/schedule/locations/:locationID/special-days/:date 401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/schedule/locations/:locationID/days           401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/schedule/locations/:locationID/:date/:slotUUID 401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/schedule/locations/:locationID/archived       401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/schedule/bookings/:bookingID/reminder         401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/schedule/bookings/:bookingID/missed           401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/schedule/bookings/:bookingID/move             401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/schedule/bookings/:bookingID/come             401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/schedule/bookings/:bookingID/cancel           401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/schedule/bookings/:bookingID/mail             401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/schedule/holidays                             401 204 403 403 403 403 401 401
DELETE /assistant/schedule/holidays/:holidayID                  401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/schedule/locations/:locationID/closures/preview 401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/schedule/locations/:locationID/closures       401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/schedule/closures/:closureID                  401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401

GET    /assistant/worklist                                      401 200 403 403 403 403 401 401
POST   /assistant/worklist/steps                                401 200 403 403 403 403 401 401
POST   /assistant/studies/:studyID/verify-instances             401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/intake/suggestions                           401 200 403 403 403 403 401 401
POST   /assistant/intake/studies                               401 201 403 403 403 403 401 401

GET    /assistant/messenger/dialogs                             401 200 403 403 403 403 401 401
GET    /assistant/messenger/unread                              401 200 403 403 403 403 401 401
GET    /assistant/messenger/dialogs/:dialogID                   401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/messenger/dialogs/:dialogID/messages          401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/messenger/dialogs/:dialogID/messages/send     401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PATCH  /assistant/messenger/dialogs/:dialogID/messages/mark-read 401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401

GET    /assistant/desktop-app/grant/:userCode                   401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PATCH  /assistant/desktop-app/grant/:userCode/accept            401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PATCH  /assistant/desktop-app/grant/:userCode/decline           401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PATCH  /assistant/desktop-app/grant/:userCode/revoke            401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/desktop-app/grants                            401 200 403 403 403 403 401 401
PATCH  /assistant/desktop-app/grants/:grantID/revoke            401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401

GET    /doctor/people                                           401 403 200 200 200 403 401 401
POST   /doctor/people/invitations                               401 403 201 201 201 403 401 401
POST   /doctor/people/invitations/:invitationUUID/mail          401 403 204 404 404 403 401 401   401 403 404 404 404 403 401 401
DELETE /doctor/people/invitations/:invitationUUID               401 403 204 404 404 403 401 401   401 403 404 404 404 403 401 401
PUT    /doctor/people/:accountID                                401 403 204 404 404 403 401 401   401 403 404 404 404 403 401 401
DELETE /doctor/people/:accountID                                401 403 204 404 404 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/settings                                         401 403 200 200 200 403 401 401
GET    /doctor/me                                               401 403 200 200 200 403 401 401
GET    /doctor/adv                                              401 403 200 200 200 403 401 401
GET    /doctor/patients                                         401 403 200 200 200 403 401 401
GET    /doctor/studies                                          401 403 200 200 200 403 401 401
GET    /doctor/patients/search                                  401 403 200 200 200 403 401 401
GET    /doctor/patients/shared                                  401 403 200 200 200 403 401 401
GET    /doctor/friends                                          401 403 200 200 200 403 401 401
GET    /doctor/patients/:patientID/shares                       401 403 200 403 403 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/patients/:patientID/views                        401 403 200 403 403 403 401 401   401 403 404 404 404 403 401 401
POST   /doctor/patients/:patientID/shares                       401 403 201 403 403 403 401 401   401 403 404 404 404 403 401 401
POST   /doctor/patients/:patientID/shares/:doctorID/mail        401 403 204 403 403 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/patients/:patientID/shares/request               401 403 200 200 200 403 401 401   401 403 404 404 404 403 401 401
DELETE /doctor/patients/:patientID/shares/:doctorID             401 403 204 403 403 403 401 401   401 403 404 404 404 403 401 401
POST   /doctor/patients/:patientID/shares/request               401 403 409 409 204 403 401 401   401 403 404 404 404 403 401 401
DELETE /doctor/patients/:patientID/shares/requests/:doctorID    401 403 204 403 403 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/patients/:patientID                              401 403 200 200 403 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/patients/:patientID/studies                      401 403 200 200 403 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/patients/:patientID/studies/:studyID             401 403 200 200 403 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/patients/:patientID/studies/:studyID/download    401 403 200 200 403 403 401 401   401 403 404 404 404 403 401 401
POST   /doctor/patients/:patientID/studies/:studyID/remote-session 401 403 200 403 403 403 401 401   401 403 404 403 403 403 401 401
POST   /doctor/patients/:patientID/studies/:studyID/3dseg-click 401 403 204 204 403 403 401 401   401 403 404 404 404 403 401 401
PUT    /doctor/patients/:patientID/studies/:studyID/restore     401 403 204 403 403 403 401 401   401 403 404 404 404 403 401 401

GET    /doctor/messenger/messages                               401 403 200 200 200 403 401 401
POST   /doctor/messenger/messages/send                          401 403 201 201 201 403 401 401
PATCH  /doctor/messenger/messages/mark-read                     401 403 204 404 404 403 401 401

GET    /doctor/schedule/locations                               401 403 200 403 403 403 401 401
GET    /doctor/schedule/locations/:locationID/:date             401 403 200 403 403 403 401 401   401 403 404 403 403 403 401 401
POST   /doctor/schedule/locations/:locationID/:date/:slotUUID   401 403 201 403 403 403 401 401   401 403 404 403 403 403 401 401

GET    /lists/columns                                           401 200 200 200 200 403 401 401
PUT    /lists/columns                                           401 204 204 204 204 403 401 401

GET    /studies/:studyID/picture                                401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /studies/:studyID/series                                 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /studies/:studyID/comparable                             401 200 200 403 403 403 401 401   401 404 404 403 403 403 401 401
POST   /studies/:studyID/comparable/:otherStudyID/remote-session 401 200 200 403 403 403 401 401   401 404 404 403 403 403 401 401
GET    /studies/:studyID/segmentation                           401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
DELETE /studies/:studyID/segmentation                           401 409 409 409 404 403 401 401   401 404 404 404 404 403 401 401
POST   /studies/:studyID/segmentation                           401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /studies/:studyID/segmentation/:file                     401 404 404 404 404 403 401 401   401 404 404 404 404 403 401 401
GET    /studies/:studyID/series/:series/thumbnail               401 404 404 404 404 403 401 401   401 404 404 404 404 403 401 401

POST   /viewer/ticket                                           401 401 401 401 401 401 401 403
GET    /viewer/study                                            401 401 401 401 401 401 401 403
GET    /viewer/series/:series/frames                            401 401 401 401 401 401 401 403   401 401 401 401 401 401 401 403
GET    /viewer/panorama/values                                  401 401 401 401 401 401 401 403
GET    /viewer/metadata/:seriesUID                              401 401 401 401 401 401 401 403   401 401 401 401 401 401 401 403
GET    /viewer/implants                                         401 401 401 401 401 401 401 403
POST   /viewer/plan-report                                      401 401 401 401 401 401 401 403
GET    /viewer/marks                                            401 401 401 401 401 401 401 403
PUT    /viewer/marks                                            401 401 401 401 401 401 401 403
GET    /viewer/marks/versions                                   401 401 401 401 401 401 401 403
GET    /viewer/marks/versions/:versionID                        401 401 401 401 401 401 401 403   401 401 401 401 401 401 401 403
GET    /viewer/key-images                                       401 401 401 401 401 401 401 403
GET    /viewer/layouts                                          401 401 401 401 401 401 401 403
PUT    /viewer/layouts                                          401 401 401 401 401 401 401 403
DELETE /viewer/layouts/:layoutUUID                              401 401 401 401 401 401 401 403   401 401 401 401 401 401 401 403
POST   /viewer/key-images                                       401 401 401 401 401 401 401 403
GET    /viewer/segmentation                                     401 401 401 401 401 401 401 403
GET    /viewer/segmentation/jaws.glb                            401 401 401 401 401 401 401 403
DELETE /viewer/key-images/:keyImageUUID                         401 401 401 401 401 401 401 403   401 401 401 401 401 401 401 403

GET    /external/study                                          401 401 401 401 401 401 401 200
GET    /external/study/download                                 401 401 401 401 401 401 401 200
POST   /external/study/remote-session                           401 401 401 401 401 401 401 200
POST   /dicomweb/studies 401 415 403 403 403 403 401 401
POST   /dicomweb/studies/:studyUID 401 415 403 403 403 403 401 401   401 415 403 403 403 403 401 401
GET    /dicomweb/studies 401 200 200 200 204 403 401 401
GET    /dicomweb/studies/:studyUID/series 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/instances 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/metadata 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID/metadata 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/metadata 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/frames/:frames 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/rendered 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/frames/:frames/rendered 401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /external/dicomweb/studies 401 401 401 401 401 401 401 200
GET    /external/dicomweb/studies/:studyUID/series 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/instances 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID/instances 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/metadata 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID/metadata 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/metadata 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/frames/:frames 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/rendered 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
GET    /external/dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/frames/:frames/rendered 401 401 401 401 401 401 401 200   401 401 401 401 401 401 401 404
`;

/** Routes outside `/api/1`: open to everyone, or only with a signed URL, which none of these callers has. */
export const routesOutsideAPI: Record<string, number> = {
  'GET /': 200,
  'GET /healthz': 200,
  'GET /readyz': 200,
  'GET /metrics': 200,
  'GET /storage/*': 403,
  'PUT /storage/*': 403,
};

export const statusRows = parseTable(statusTable + tablesOfModules, callers.length);
export const programRows = parseTable(programTable, 1);
