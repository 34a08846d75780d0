import { expect } from 'vitest';
import { startServer, type TestServer } from '../../testing/portal/server.ts';
import { makeDoneStudy, maintainAndRunJobs, studyRow, YEAR_MS } from './lifecycle.fixture.ts';

/** An archived study, its owner and an assistant. */
export const makeArchivedStudy = async (
  settings: Record<string, string> = {},
  type: 'rg' | 'cbct' = 'cbct',
) => {
  const server = await startServer(settings);
  const doctor = await server.make.doctor();
  const study = await makeDoneStudy(server, { doctor, type });
  server.clock.advance(YEAR_MS);
  await maintainAndRunJobs(server);
  expect((await studyRow(server, study.studyID)).status).toBe('archived');
  const assistant = await server.as(await server.make.assistant());
  return { server, study, doctor, assistant, path: `/assistant/studies/${study.studyID}` };
};

export const download = async ({ as, make, address }: TestServer, studyID: number) => {
  const assistant = await as(await make.assistant());
  const reply = await assistant.get(`/assistant/studies/${studyID}/download`);
  const { presignedURL } = reply.body as { presignedURL: string };
  return (await fetch(presignedURL.replace('http://portal.test', address))).text();
};
