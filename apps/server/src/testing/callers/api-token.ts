import { createApiToken } from '@snimok/contract/people/api-tokens';
import { client, type TestClient } from '../requests-and-waiting/client.ts';
import { responseOf } from '../requests-and-waiting/contract.ts';
import type { TestServer } from '../portal/server.ts';

/** A token of the API that this assistant created; `api` sends its requests. */
export const createTokenWith = async (
  { address }: TestServer,
  assistant: TestClient,
  facts: { scopes: string[]; name?: string; days?: number; networks?: string[] },
) => {
  const request = { name: 'РИС', days: 30, ...facts };
  const reply = await assistant.post('/assistant/integrations/tokens', request);
  const { tokenID, token } = responseOf(createApiToken, reply);
  const bearer = { authorization: `Bearer ${token}` };
  return { tokenID, token, bearer, api: client(address, bearer) };
};
