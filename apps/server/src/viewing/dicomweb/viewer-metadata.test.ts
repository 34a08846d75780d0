import { expect, test } from 'vitest';
import { volume } from '../../testing/scans/dicom.ts';
import { startServer } from '../../testing/portal/server.ts';
import { shareHeaders, shareStudy } from '../../testing/callers/share.ts';
import { ticketOf, withTicket } from '../../testing/callers/viewer.ts';
import { makeStudyWith, valuesOf, VOLUME } from './dicomweb.fixture.ts';

test('a viewer session reads the metadata of its own study, until its right ends', async () => {
  const server = await startServer();
  await server.work();
  const { studyID } = await makeStudyWith(server, volume(3));
  const assistant = await server.as(await server.make.assistant());
  const share = await shareStudy(assistant, studyID, { flags: ['remote-viewer'] });
  const opened = await server.nobody.post('/external/study/remote-session', {}, shareHeaders(share.token));
  const headers = withTicket(ticketOf(opened));
  const read = (series: string) => server.nobody.get(`/viewer/metadata/${series}`, headers);
  const reply = await read(VOLUME);
  expect(reply.status).toBe(200);
  expect(valuesOf(reply.body, '00080018')).toEqual(['2.25.20', '2.25.21', '2.25.22']);
  expect(valuesOf(reply.body, '00100020')).toEqual(['1', '1', '1']);
  expect((await read('2.25.999')).status).toBe(404);
  await assistant.delete(share.path);
  expect((await read(VOLUME)).status).toBe(403);
});
