import { getStudy } from '@snimok/contract/studies/studies';
import { expect, test } from 'vitest';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { until } from '../../../testing/requests-and-waiting/until.ts';

test('a text that begins with many comments does not stop the processing of its upload', async () => {
  const server = await startServer();
  await server.work();
  const assistant = await server.as(await server.make.assistant());
  const { studyID } = await server.make.study({ type: 'cbct' });
  // a regular expression could try 2^145 ways to divide these comments among its repetitions
  const comments = { filename: 'readme.txt', bytes: Buffer.from('<!---->'.repeat(150)) };
  const page = { filename: 'page', bytes: Buffer.from(`${'<!---->'.repeat(100)} <html>`) };
  await sendStudy(assistant, studyID, [...volume(2), comments, page]);
  const study = await until('the study to be processed', async () => {
    const found = responseOf(getStudy, await assistant.get(`/assistant/studies/${studyID}`));
    return (found.status === 'done' || found.upload?.error) && found;
  });
  expect(study).toMatchObject({ status: 'done', imageCount: 2, contains: ['html'] });
});
