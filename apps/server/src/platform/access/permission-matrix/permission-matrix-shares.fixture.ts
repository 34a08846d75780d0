import { randomUUID } from 'node:crypto';
import type { TestClient } from '../../../testing/requests-and-waiting/client.ts';
import type { Account } from '../../../testing/portal/make.ts';
import type { TestServer } from '../../../testing/portal/server.ts';

/** Four external shares: one that the recipient uses, one of the centre, one of the owner and one for the patient. */
export const makeExternalShares = async (
  { as }: TestServer,
  people: { assistant: Account; owner: Account },
  { studyID }: { studyID: number },
) => {
  const assistant = await as(people.assistant);
  const owner = await as(people.owner);
  const share = async (sender: TestClient, area: string, flags: string[]) => {
    const url = `/${area}/studies/${studyID}/external-shares`;
    const { body } = await sender.post(url, { email: 'link@clinic.test', flags });
    return (body as { shareUUID: string }).shareUUID;
  };
  const ofCentre = () => share(assistant, 'assistant', ['download', 'remote-viewer']);
  const { body } = await assistant.get(
    `/assistant/studies/${studyID}/external-shares/${await ofCentre()}/link`,
  );
  const [, token = ''] = (body as { shareURL: string }).shareURL.split('#');
  const patientsUUID = randomUUID();
  await assistant.post(`/studies/${studyID}/patient-access`, { shareUUID: patientsUUID, pin: '482913' });
  const ofOwner = { shareUUID: await share(owner, 'doctor', ['download']) };
  const path = '/doctor/studies/:studyID/external-shares/:shareUUID';
  const shareOverrides = {
    'DELETE /studies/:studyID/patient-access/:shareUUID': { shareUUID: patientsUUID },
    [`DELETE ${path}`]: ofOwner,
    [`GET ${path}/link`]: ofOwner,
    [`POST ${path}/mail`]: ofOwner,
  };
  return { token, shareUUID: await ofCentre(), shareOverrides };
};
