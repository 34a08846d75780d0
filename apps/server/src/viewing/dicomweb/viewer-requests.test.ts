import { expect, test } from 'vitest';
import { volume } from '../../testing/scans/dicom.ts';
import { startServer } from '../../testing/portal/server.ts';
import { dataSetsIn, makeStudyWith, partsOf, STUDY, valuesOf, VOLUME } from './dicomweb.fixture.ts';
import { ohif, weasis } from './viewer-requests.fixture.ts';

const SLICES = 240;

test('OHIF and Weasis get the whole of a series with their own requests', async () => {
  const server = await startServer();
  await makeStudyWith(server, volume(SLICES));
  const assistant = await server.as(await server.make.assistant());
  for (const [viewer, requests] of Object.entries({ ohif: ohif(SLICES), weasis: weasis(SLICES) })) {
    for (const { what, path, accept, answer } of requests) {
      const about = `${viewer}: ${what}`;
      const headers: Record<string, string> = accept === undefined ? {} : { accept };
      if ('parts' in answer) {
        const { reply, parts } = await partsOf(server.address, assistant, `/dicomweb${path}`, accept);
        expect([about, reply.status, parts.length]).toEqual([about, 200, answer.parts]);
        continue;
      }
      const reply = await assistant.get(`/dicomweb${path}`, headers);
      expect([about, reply.status]).toEqual([about, 200]);
      expect(reply.headers.get('content-type')).toContain('application/dicom+json');
      expect([about, dataSetsIn(reply.body).length]).toEqual([about, answer.results]);
      expect([about, reply.headers.get('warning')]).toEqual([about, null]);
    }
  }
  // Weasis builds the addresses below from these
  const { body } = await assistant.get(`/dicomweb/studies/${STUDY}/series`);
  const series = `${server.address}/api/1/dicomweb/studies/${STUDY}/series/${VOLUME}`;
  expect(valuesOf(body, '00081190')).toEqual([series]);
  const instances = await assistant.get(`/dicomweb/studies/${STUDY}/series/${VOLUME}/instances?limit=1`);
  expect(valuesOf(instances.body, '00081190')).toEqual([`${series}/instances/2.25.20`]);
});
