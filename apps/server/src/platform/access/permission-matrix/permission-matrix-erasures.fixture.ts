import { insertErasure } from '../../../administration/erasure/queries.ts';
import { findPatientToErase } from '../../../people/patients/erasing.ts';
import type { Account } from '../../../testing/portal/make.ts';
import type { TestServer } from '../../../testing/portal/server.ts';

/** Rows of the status table for the erasure of patients. */
export const erasureTable = `
GET    /assistant/erasures                                      401 200 403 403 403 403 401 401
GET    /assistant/erasures/waiting                              401 200 403 403 403 403 401 401
POST   /assistant/erasures                                      401 201 403 403 403 403 401 401
POST   /assistant/erasures/:erasureUUID/confirm                 401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
POST   /assistant/erasures/:erasureUUID/refuse                  401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
DELETE /assistant/erasures/:erasureUUID                         401 204 403 403 403 403 401 401   401 404 403 403 403 403 401 401
`;

const makeRequest = async ({ make, context, clock }: TestServer, owner: Account, requestedBy: number) => {
  const { patientID, doctorID } = await make.patient({ doctor: owner });
  const { createdAt = '' } = (await findPatientToErase(context.db, patientID)) ?? {};
  const erasure = await insertErasure(context.db, {
    patientID,
    doctorID,
    patientCreatedAt: createdAt,
    reason: 'Заявление',
    requestedBy,
    requestedAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + 60_000_000),
  });
  return { erasureUUID: erasure?.uuid ?? '' };
};

/** A patient whose erasure can be requested, and one pending request for each endpoint that ends a request. */
export const makeErasures = async (server: TestServer, owner: Account, assistant: Account) => {
  const { id: administratorID } = await server.make.assistant();
  const { patientID } = await server.make.patient({ doctor: owner });
  return {
    erasablePatientID: patientID,
    erasureOverrides: {
      'POST /assistant/erasures/:erasureUUID/confirm': await makeRequest(server, owner, administratorID),
      'POST /assistant/erasures/:erasureUUID/refuse': await makeRequest(server, owner, administratorID),
      'DELETE /assistant/erasures/:erasureUUID': await makeRequest(server, owner, assistant.id),
    },
  };
};
