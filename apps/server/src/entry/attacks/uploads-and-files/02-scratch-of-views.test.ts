import { expect, test } from 'vitest';
import { openScratch } from '../../../platform/working-files/scratch.ts';
import { makeMetadataOf } from '../../../studies/metadata/make-metadata.ts';
import { remakePanoramaOf } from '../../../studies/panorama/remake-panorama.ts';
import { makeRenditionOf } from '../../../studies/renditions/make-rendition.ts';
import { volume } from '../../../testing/scans/dicom.ts';
import { startServer } from '../../../testing/portal/server.ts';
import { makeStudyWith, STUDY, VOLUME } from '../../../viewing/dicomweb/dicomweb.fixture.ts';

const frameURL = `/dicomweb/studies/${STUDY}/series/${VOLUME}/instances/2.25.21/frames/1`;
const never = new AbortController().signal;

test('metadata, renditions, panoramas and DICOMweb take no scratch space that other work has reserved', async () => {
  const server = await startServer({ SCRATCH_MAX: '50MB' });
  const { doctor } = await makeStudyWith(server, volume(3));
  const client = await server.as(doctor);
  const { context } = server;
  const { id: objectID } = await context.db.selectFrom('objects').select('id').executeTakeFirstOrThrow();
  const wishID = crypto.randomUUID();
  await context.db.insertInto('panoramas').values({ objectID, status: 'none', wishID }).execute();
  const works = [
    () => makeMetadataOf(context, { objectID }, never),
    () => makeRenditionOf(context, { objectID }, never),
    () => remakePanoramaOf(context, { objectID, wishID }, never),
  ];

  await makeMetadataOf(context, { objectID }, never);
  const other = openScratch(context);
  await other.add(50_000_000);
  expect(await client.get(frameURL)).toMatchObject({ status: 507 });
  for (const work of works) await expect(work()).rejects.toMatchObject({ name: 'ScratchFull' });

  other.release();
  // the object of this fixture has no directory, which a panorama needs
  for (const work of works.slice(0, 2)) await work();
  expect((await client.get(frameURL)).status).toBe(200);
});
