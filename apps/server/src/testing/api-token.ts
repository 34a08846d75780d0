import { createApiToken } from '@snimok/contract/api-tokens';
import { client, type TestClient } from './client.ts';
import { responseOf } from './contract.ts';
import type { TestServer } from './server.ts';

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
