import type { ApiScope } from '../people/api-tokens.ts';

interface ApiExample {
  scope: ApiScope;
  /** the arguments of curl after the authorization; a name in capitals after `$` stands for a value of the caller */
  request: string;
}

const json = (body: object): string => `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;

/** Requests with a token, by endpoint. They are part of the OpenAPI document and run as a test. */
export const API_EXAMPLES: Record<string, ApiExample> = {
  'GET /assistant/doctors': { scope: 'clients:read', request: '"$API/assistant/doctors"' },
  'GET /assistant/search': {
    scope: 'patients:read',
    request: '-G "$API/assistant/search" --data-urlencode \'query=Иванова\'',
  },
  'GET /assistant/patients/:patientID': {
    scope: 'patients:read',
    request: '"$API/assistant/patients/$PATIENT"',
  },
  'POST /assistant/doctors/:doctorID/patients': {
    scope: 'patients:write',
    request: `"$API/assistant/doctors/$DOCTOR/patients" ${json({ name: 'Иванова Анна', sex: 'female', birthday: '1980-02-29' })}`,
  },
  'GET /assistant/patients/:patientID/studies': {
    scope: 'studies:read',
    request: '"$API/assistant/patients/$PATIENT/studies"',
  },
  'GET /assistant/studies/:studyID': { scope: 'studies:read', request: '"$API/assistant/studies/$STUDY"' },
  'GET /assistant/studies/:studyID/download': {
    scope: 'studies:download',
    request: '"$API/assistant/studies/$STUDY/download"',
  },
  'GET /assistant/schedule/locations/:locationID/days': {
    scope: 'bookings:read',
    request: '-G "$API/assistant/schedule/locations/$LOCATION/days" --data-urlencode \'from=$DATE\'',
  },
  'POST /assistant/schedule/locations/:locationID/:date/:slotUUID': {
    scope: 'bookings:write',
    request: `"$API/assistant/schedule/locations/$LOCATION/$DATE/$SLOT" ${json({ patientName: 'Иванова Анна', patientPhone: '+79991234567' })}`,
  },
  'POST /assistant/schedule/bookings/:bookingID/cancel': {
    scope: 'bookings:write',
    request: `"$API/assistant/schedule/bookings/$BOOKING/cancel" ${json({ reason: 'По просьбе пациента' })}`,
  },
};

/** The whole command. `$API` is the portal's address and `/api/1`. */
export const commandOf = ({ request }: ApiExample): string =>
  `curl -H "Authorization: Bearer $TOKEN" ${request}`;
