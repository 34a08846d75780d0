/** Moves, merges and possible duplicates: more rows of `statusTable`, with its columns. */
export const moveAndMergeTable = `
POST   /assistant/studies/:studyID/move/preview                 401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/studies/:studyID/move                         401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/patients/:patientID/move/preview              401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/patients/:patientID/move                      401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/patients/:patientID/merge/preview             401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/patients/:patientID/merge                     401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients/:patientID/reassignments             401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/reassignments/:reassignmentID/undo            401 409 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients/:patientID/duplicates                401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /assistant/patients/duplicates                           401 200 403 403 403 403 401 401
POST   /assistant/patients/:patientID/duplicates/dismiss        401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
`;
