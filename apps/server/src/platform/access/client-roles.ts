import type { Actor } from './actor.ts';

/**
 * All that a receptionist of a client may call besides the own account: patients, their studies without pictures,
 * bookings and the chat. Listed one by one, so that a new endpoint is closed to receptionists until it is added here.
 */
const receptionEndpoints = new Set([
  'GET /doctor/settings',
  'GET /doctor/me',
  'GET /doctor/adv',
  'GET /doctor/patients',
  'GET /doctor/patients/shared',
  'GET /doctor/patients/search',
  'GET /doctor/patients/:patientID',
  'GET /doctor/patients/:patientID/studies',
  'GET /doctor/patients/:patientID/studies/:studyID',
  'GET /doctor/studies',
  'GET /doctor/schedule/locations',
  'GET /doctor/schedule/locations/:locationID/:date',
  'POST /doctor/schedule/locations/:locationID/:date/:slotUUID',
  'GET /doctor/schedule/free-days',
  'GET /doctor/schedule/locations/:locationID/open-days',
  'GET /doctor/schedule/bookings',
  'GET /doctor/schedule/bookings/:bookingID',
  'GET /doctor/schedule/bookings/:bookingID/calendar',
  'POST /doctor/schedule/bookings/:bookingID/move',
  'POST /doctor/schedule/bookings/:bookingID/cancel',
  'PUT /doctor/schedule/bookings/:bookingID/reminder',
  'GET /doctor/messenger/messages',
  'POST /doctor/messenger/messages/send',
  'PATCH /doctor/messenger/messages/mark-read',
  'GET /doctor/messenger/messages/:messageID/card',
  'GET /doctor/messenger/card-choices',
  'GET /doctor/messenger/search',
  'GET /doctor/messenger/hours',
  'PUT /doctor/messenger/attachments/:attachmentUUID',
  'DELETE /doctor/messenger/attachments/:attachmentUUID',
  'GET /doctor/messenger/attachments/:attachmentUUID/file',
  'GET /doctor/messenger/attachments/:attachmentUUID/thumbnail',
]);

/** Open to every person of a client; the rest is in the list above or closed to receptionists. */
const ownAreas = ['/auth/', '/account/', '/lists/', '/openapi.json', '/identity', '/visit'];

/** The screen where the owner of a client manages its people. */
const ownerArea = '/doctor/people';

/** False if the caller's role at the client closes the endpoint. `path` is the route's pattern below `/api/1`. */
export const isOpenToRole = (method: string, path: string, who: Actor): boolean => {
  if (who.kind !== 'doctor' || who.role === 'owner') return true;
  if (path.startsWith(ownerArea)) return false;
  if (who.role === 'doctor') return true;
  return (
    ownAreas.some((prefix) => path.startsWith(prefix)) ||
    receptionEndpoints.has(`${method === 'HEAD' ? 'GET' : method} ${path}`)
  );
};
