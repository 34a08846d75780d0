import { DEVICE_GRANT } from '@snimok/contract/auth';
import { requestGrant, ProgramToken } from '@snimok/contract/program-access';
import { client, type TestClient } from './client.ts';
import { responseOf } from './contract.ts';
import type { TestServer } from './server.ts';

/** What the program sends to begin with. */
export const grantRequest = { client_id: 'desktop', scope: 'upload-studies', app_version: '1.4.2' };

/** Asks for codes as the program does; `poll` asks whether it is let in by now. */
export const requestCodes = async (nobody: TestClient, headers?: Record<string, string>) => {
  const codes = responseOf(requestGrant, await nobody.post('/auth/device', grantRequest, headers));
  const request = { grant_type: DEVICE_GRANT, device_code: codes.device_code, client_id: 'desktop' };
  return {
    ...codes,
    path: `/assistant/desktop-app/grant/${codes.user_code}`,
    poll: () => nobody.post('/auth/token', request, headers),
  };
};

/** A program that this assistant has let in, and what it may call with its token. */
export const grantProgramAccess = async ({ nobody, address }: TestServer, assistant: TestClient) => {
  const codes = await requestCodes(nobody);
  await assistant.patch(`${codes.path}/accept`);
  const { access_token: token } = ProgramToken.parse((await codes.poll()).body);
  const bearer = { authorization: `Bearer ${token}` };
  return { ...codes, token, bearer, program: client(address, bearer) };
};
