import {
  mergePatients,
  previewMerge,
  previewPatientMove,
  previewStudyMove,
} from '@snimok/contract/reception/move-and-merge';
import { sql } from 'kysely';
import type { TestServer } from '../../testing/portal/server.ts';
import type { TestClient } from '../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../testing/requests-and-waiting/contract.ts';

export const card = {
  name: 'Иванов Иван Иванович',
  sex: 'male',
  birthday: '1980-01-02',
  phone: '+79991234567',
};

interface Choices {
  endShares?: number[];
  revokeLinks?: string[];
  facts?: typeof card;
  keepsAccess?: boolean;
}

const done = (body: unknown) => (body as { reassignmentID: number }).reassignmentID;

/** Previews and moves; returns the id of the change. */
export const moveStudyTo = async (
  client: TestClient,
  studyID: number,
  patientID: number,
  choices: Choices = {},
) => {
  const path = `/assistant/studies/${studyID}/move`;
  const preview = responseOf(previewStudyMove, await client.post(`${path}/preview`, { patientID }));
  const reply = await client.post(path, { patientID, revision: preview.revision, ...choices });
  return { preview, status: reply.status, reassignmentID: done(reply.body) };
};

export const movePatientTo = async (
  client: TestClient,
  patientID: number,
  doctorID: number,
  { keepsAccess = false, ...choices }: Choices = {},
) => {
  const path = `/assistant/patients/${patientID}/move`;
  const request = { doctorID, keepsAccess };
  const preview = responseOf(previewPatientMove, await client.post(`${path}/preview`, request));
  const reply = await client.post(path, { ...request, revision: preview.revision, ...choices });
  return { preview, status: reply.status, reassignmentID: done(reply.body) };
};

export const mergeInto = async (
  client: TestClient,
  keptID: number,
  mergedID: number,
  { facts = card, ...choices }: Choices = {},
) => {
  const path = `/assistant/patients/${keptID}/merge`;
  const preview = responseOf(previewMerge, await client.post(`${path}/preview`, { mergedID }));
  const reply = await client.post(path, { mergedID, facts, revision: preview.revision, ...choices });
  if (reply.status === 200) responseOf(mergePatients, reply);
  return { preview, status: reply.status, body: reply.body, reassignmentID: done(reply.body) };
};

/** All rows that a move or a merge may change, as text, including the counters that triggers maintain. */
export const rowsOf = async ({ context: { db } }: TestServer): Promise<string[]> => {
  const { rows } = await sql<{ row: string }>`
    select to_jsonb(t)::text as row from patients t
    union all select to_jsonb(t)::text from studies t
    union all select to_jsonb(t)::text from patient_shares t
    union all select to_jsonb(t)::text from access_requests t
    union all select (to_jsonb(t) - array['first_opened_at', 'last_opened_at'])::text from external_shares t
    union all select to_jsonb(t)::text from bookings t
    union all select to_jsonb(t)::text from merged_patients t
    union all select to_jsonb(t)::text from client_totals t
    order by 1`.execute(db);
  return rows.map(({ row }) => row);
};

export const undo = (client: TestClient, reassignmentID: number) =>
  client.post(`/assistant/reassignments/${reassignmentID}/undo`);

export const actionsOf = async (client: TestClient, patientID: number) => {
  const { body } = await client.get(`/assistant/patients/${patientID}/history`);
  return (body as { events: { action: string }[] }).events.map(({ action }) => action);
};

export const share = ({ context: { db } }: TestServer, patientID: number, doctorID: number) =>
  db.insertInto('patientShares').values({ patientID, doctorID }).execute();
