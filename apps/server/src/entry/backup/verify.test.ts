import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { keysIn, makeDoneStudy } from '../../studies/lifecycle/lifecycle.fixture.ts';
import { check, newFolder, nothingWrong, save } from './backup.fixture.ts';
import { startBusyPortal } from './centre.fixture.ts';
import { verify } from './verify.ts';

test('verify reports missing, damaged and orphaned objects', async () => {
  const portal = await startBusyPortal();
  expect(await check(portal)).toMatchObject(nothingWrong);
  const missing = await makeDoneStudy(portal);
  const damaged = await makeDoneStudy(portal);
  const { storage, archive } = portal.context;
  await storage.remove(`studies/${missing.objectID}.zip`);
  const wrongContent = 'the one object of a studY';
  await storage.put(`studies/${damaged.objectID}.zip`, Readable.from([Buffer.from(wrongContent)]));
  await archive!.put(`archive/${missing.objectID}.7.zip`, Readable.from([Buffer.from('x')]));
  // a truncated picture, and an uploaded file of another length
  const [truncated] = await keysIn(storage, `pictures/${missing.objectID}/`);
  await storage.put(truncated!, Readable.from([Buffer.from('\xff\xd8\xff pict', 'latin1')]));
  // all except the picture of an unfinished upload, which may be missing
  const uploaded = (await keysIn(storage, 'uploads/')).filter((key) => !key.endsWith('/preview.jpg'));
  const [sent, absent] = uploaded;
  await storage.put(sent!, Readable.from([Buffer.from('x')]));
  await storage.remove(absent!);
  // an object of the upload's current run is not an orphan, and one of another run is
  const currentRun = randomUUID();
  const oldRun = randomUUID();
  const [, uploadUUID] = sent!.split('/');
  await portal.context.db
    .updateTable('uploads')
    .set({ runID: currentRun })
    .where('uuid', '=', uploadUUID!)
    .execute();
  for (const id of [currentRun, oldRun]) {
    await storage.put(`studies/${uploadUUID}.${id}.zip`, Readable.from([Buffer.from('x')]));
  }
  portal.clock.advance(2 * 3_600_000);
  const lines: string[] = [];
  const counts = await verify(portal.context, { quick: false, print: (line) => lines.push(line) });
  expect(counts).toMatchObject({ missing: 2, damaged: 3, orphans: 2 });
  expect(lines.sort()).toEqual([
    `DAMAGED: warm ${truncated}`,
    `DAMAGED: warm studies/${damaged.objectID}.zip`,
    `DAMAGED: warm ${sent}`,
    `MISSING: warm studies/${missing.objectID}.zip`,
    `MISSING: warm ${absent}`,
    `ORPHAN: cold archive/${missing.objectID}.7.zip`,
    `ORPHAN: warm studies/${uploadUUID}.${oldRun}.zip`,
  ]);
  // a backup counts the four bad objects too, and saves the others
  expect(await save(portal, await newFolder())).toMatchObject({ bad: 4 });
  await archive!.remove(`archive/${missing.objectID}.7.zip`);
  await storage.remove(`studies/${uploadUUID}.${oldRun}.zip`);
});
