/**
 * The expected status of the upload program's requests, with existing ids and with ids that do not exist. Every
 * endpoint of the status table that is not listed here answers 403.
 */
export const programTable = `
GET    /openapi.json                                            200
GET    /assistant/search                                        200
GET    /assistant/dropdown/doctors                              200
GET    /assistant/dropdown/doctors/:doctorID/patients           200   404
GET    /assistant/doctors                                       200
GET    /assistant/doctors/:doctorID                             200   404
GET    /assistant/doctors/:doctorID/patients                    200   404
POST   /assistant/doctors/:doctorID/patients                    201   404
GET    /assistant/patients-in-work                              200
GET    /assistant/patients-for-restore                          200
GET    /assistant/patients/:patientID                           200   404
GET    /assistant/patients/:patientID/studies                   200   404
POST   /assistant/patients/:patientID/studies                   201   404
GET    /assistant/studies/:studyID                              200   404
POST   /assistant/studies/:studyID/upload                       200   404
GET    /assistant/uploads/:uploadUUID                           200   404
POST   /assistant/uploads/:uploadUUID/presigned-url             200   404
POST   /assistant/uploads/:uploadUUID/presigned-urls            200   404
POST   /assistant/uploads/:uploadUUID/part-urls                 200   404
POST   /assistant/uploads/:uploadUUID/join-parts                200   404
POST   /assistant/uploads/:uploadUUID/bundles                   200   404
POST   /assistant/uploads/:uploadUUID/complete                  400   404
GET    /assistant/worklist                                      200
POST   /assistant/worklist/steps                                200
POST   /assistant/studies/:studyID/verify-instances             200   404
POST   /assistant/schedule/bookings/:bookingID/come             200   404
POST   /dicomweb/studies                                        415
POST   /dicomweb/studies/:studyUID                              415   415
`;
