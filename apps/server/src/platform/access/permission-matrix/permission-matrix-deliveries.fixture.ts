/** Rows of the status table for the ways, other than a download, in which a study leaves the portal. */
export const deliveryTable = `
                                                                 no  as  ow  sh  ot  ac  di  re   missing ids
GET    /studies/:studyID/disc                                   401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
POST   /studies/:studyID/disc                                   401 200 200 200 404 403 401 401   401 404 404 404 404 403 401 401
GET    /external/study/disc                                     401 401 401 401 401 401 401 200
POST   /external/study/disc                                     401 401 401 401 401 401 401 200
GET    /doctor/destinations                                     401 403 200 200 200 403 401 401
POST   /doctor/destinations                                     401 403 201 201 201 403 401 401
DELETE /doctor/destinations/:destinationID                      401 403 404 404 404 403 401 401   401 403 404 404 404 403 401 401
GET    /assistant/doctors/:doctorID/destinations                401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /doctor/patients/:patientID/studies/:studyID/deliveries  401 403 200 200 403 403 401 401   401 403 404 404 404 403 401 401
POST   /doctor/patients/:patientID/studies/:studyID/deliveries  401 403 404 403 403 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/programs/grant/:userCode                         401 403 404 404 404 403 401 401   401 403 404 404 404 403 401 401
PATCH  /doctor/programs/grant/:userCode/accept                  401 403 404 404 404 403 401 401   401 403 404 404 404 403 401 401
PATCH  /doctor/programs/grant/:userCode/decline                 401 403 404 404 404 403 401 401   401 403 404 404 404 403 401 401
GET    /doctor/programs                                         401 403 200 200 200 403 401 401
PATCH  /doctor/programs/:grantID/revoke                         401 403 404 404 404 403 401 401   401 403 404 404 404 403 401 401
POST   /receiver/deliveries/claim                               401 403 403 403 403 403 401 401
PATCH  /receiver/deliveries/:deliveryID                         401 403 403 403 403 403 401 401   401 403 403 403 403 403 401 401
`;
