import { DEVICE_GRANT } from '@snimok/contract/people/auth';
import { requestGrant, ProgramToken } from '@snimok/contract/people/program-access';
import { client, type TestClient } from '../requests-and-waiting/client.ts';
import { responseOf } from '../requests-and-waiting/contract.ts';
import type { TestServer } from '../portal/server.ts';

/** The upload program's device authorization request (RFC 8628 §3.1). */
export const grantRequest = { client_id: 'desktop', scope: 'upload-studies', app_version: '1.4.2' };

/** Requests codes as the upload program does; `poll` is its token request. */
export const requestCodes = async (nobody: TestClient, headers?: Record<string, string>) => {
  const codes = responseOf(requestGrant, await nobody.post('/auth/device', grantRequest, headers));
  const tokenRequest = { grant_type: DEVICE_GRANT, device_code: codes.device_code, client_id: 'desktop' };
  return {
    ...codes,
    path: `/assistant/desktop-app/grant/${codes.user_code}`,
    poll: () => nobody.post('/auth/token', tokenRequest, headers),
  };
};

/** An upload program with a token that this assistant granted; `program` sends its requests. */
export const grantProgramAccess = async ({ nobody, address }: TestServer, assistant: TestClient) => {
  const codes = await requestCodes(nobody);
  await assistant.patch(`${codes.path}/accept`);
  const { access_token: token } = ProgramToken.parse((await codes.poll()).body);
  const bearer = { authorization: `Bearer ${token}` };
  return { ...codes, token, bearer, program: client(address, bearer) };
};
