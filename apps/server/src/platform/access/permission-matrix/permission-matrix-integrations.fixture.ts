/** Rows of the status table for integrations, with the columns of `statusTable`. */
export const integrationTable = `
GET    /assistant/integrations/tokens                           401 200 403 403 403 403 401 401
POST   /assistant/integrations/tokens                           401 201 403 403 403 403 401 401
DELETE /assistant/integrations/tokens/:tokenID                  401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/integrations/webhooks                         401 200 403 403 403 403 401 401
POST   /assistant/integrations/webhooks                         401 201 403 403 403 403 401 401
PUT    /assistant/integrations/webhooks/:webhookID              401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
PUT    /assistant/integrations/webhooks/:webhookID/paused       401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/integrations/webhooks/:webhookID/secret       401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/integrations/webhooks/:webhookID/test         401 201 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/integrations/webhooks/:webhookID/messages     401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/integrations/webhooks/:webhookID/messages/:messageUUID/repeat 401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/integrations/webhooks/:webhookID              401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
`;

/**
 * The expected status of requests with a token of the API that has one scope, with existing ids and with ids that do not
 * exist. Every endpoint of the status table that is not listed for the scope answers 403.
 */
export const tokenTable = {
  'clients:read': `
GET    /openapi.json                                            200
GET    /assistant/doctors                                       200
GET    /assistant/doctors/:doctorID                             200   404
GET    /assistant/dropdown/doctors                              200
`,
  'patients:read': `
GET    /openapi.json                                            200
GET    /assistant/search                                        200
GET    /assistant/doctors/:doctorID/patients                    200   404
GET    /assistant/patients/:patientID                           200   404
`,
  'patients:write': `
GET    /openapi.json                                            200
POST   /assistant/doctors/:doctorID/patients                    201   404
PUT    /assistant/patients/:patientID                           204   404
`,
  'studies:read': `
GET    /openapi.json                                            200
GET    /assistant/studies                                       200
GET    /assistant/studies/:studyID                              200   404
GET    /assistant/patients/:patientID/studies                   200   404
GET    /assistant/referrals                                     200
GET    /assistant/referrals/:referralUUID                       200   404
GET    /assistant/studies/:studyID/reports                      200   404
GET    /assistant/studies/:studyID/reports/:number              200   404
`,
  'studies:download': `
GET    /openapi.json                                            200
GET    /assistant/studies/:studyID/download                     200   404
GET    /assistant/studies/:studyID/reports/:number/document     200   404
GET    /dicomweb/studies                                        200
GET    /dicomweb/series                                         200
GET    /dicomweb/instances                                      200
GET    /dicomweb/studies/:studyUID/series                       200   404
GET    /dicomweb/studies/:studyUID/instances                    200   404
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances  200   404
GET    /dicomweb/studies/:studyUID                              200   404
GET    /dicomweb/studies/:studyUID/series/:seriesUID            200   404
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID 200   404
GET    /dicomweb/studies/:studyUID/metadata                     200   404
GET    /dicomweb/studies/:studyUID/series/:seriesUID/metadata   200   404
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/metadata 200   404
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/frames/:frames 200   404
GET    /dicomweb/studies/:studyUID/series/:seriesUID/instances/:instanceUID/bulkdata/:tag 200   404
`,
  'bookings:read': `
GET    /openapi.json                                            200
GET    /assistant/schedule/locations                            200
GET    /assistant/schedule/locations/:locationID/days           200   404
`,
  'bookings:write': `
GET    /openapi.json                                            200
POST   /assistant/schedule/locations/:locationID/:date/:slotUUID 201   404
POST   /assistant/schedule/bookings/:bookingID/move             204   404
POST   /assistant/schedule/bookings/:bookingID/cancel           204   404
`,
} satisfies Record<string, string>;
