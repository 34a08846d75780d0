/** The bookings that clients read, move and cancel, which no other row of the table changes. */
export const ownBookingOverrides = ({ ownBookingID: bookingID }: { ownBookingID: number }) =>
  Object.fromEntries(
    ['GET ', 'GET /calendar', 'POST /move', 'POST /cancel', 'PUT /reminder'].map((call) => {
      const [method, verb] = call.split(' ');
      return [`${method} /doctor/schedule/bookings/:bookingID${verb}`, { bookingID }];
    }),
  );

/** Rows of the status table for clients' own bookings and the visits of patients. */
export const visitTable = `
                                                                 no  as  ow  sh  ot  ac  di  re   missing ids
GET    /assistant/schedule/bookings/:bookingID/cards            401 200 403 403 403 403 401 401   401 404 403 403 403 403 401 401
GET    /doctor/schedule/free-days                               401 403 200 403 403 403 401 401
GET    /doctor/schedule/locations/:locationID/open-days         401 403 200 403 403 403 401 401   401 403 404 403 403 403 401 401
GET    /doctor/schedule/bookings                                401 403 200 403 403 403 401 401
GET    /doctor/schedule/bookings/:bookingID                     401 403 200 403 403 403 401 401   401 403 404 403 403 403 401 401
GET    /doctor/schedule/bookings/:bookingID/calendar            401 403 200 403 403 403 401 401   401 403 404 403 403 403 401 401
PUT    /doctor/schedule/bookings/:bookingID/reminder            401 403 204 403 403 403 401 401   401 403 404 403 403 403 401 401
POST   /doctor/schedule/bookings/:bookingID/move                401 403 204 403 403 403 401 401   401 403 404 403 403 403 401 401
POST   /doctor/schedule/bookings/:bookingID/cancel              401 403 204 403 403 403 401 401   401 403 404 403 403 403 401 401
POST   /visit                                                   400 400 400 400 400 400 400 400
POST   /visit/free-days                                         400 400 400 400 400 400 400 400
POST   /visit/confirm                                           400 400 400 400 400 400 400 400
POST   /visit/move                                              400 400 400 400 400 400 400 400
POST   /visit/cancel                                            400 400 400 400 400 400 400 400
POST   /demo/session                                            400 400 400 400 400 400 400 400
POST   /demo/patient-link                                       400 400 400 400 400 400 400 400
POST   /share-code                                              400 400 400 400 400 400 400 400
`;
