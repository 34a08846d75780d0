import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { findDelivery, listOpenDeliveries } from '../ledger/deliveries.ts';
import { ledgerNameOf, openLedger } from '../ledger/ledger.ts';
import { createCopyRemoval } from '../receive/remove-copies.ts';
import { writeImage } from '../testing/dicom-files.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { folderScanner } from '../watch/folder-scan.ts';
import { recordStudy } from '../watch/record-study.ts';
import { folderNameOf, senderOf } from '../machines/sender-folders.ts';
import { createApplyDecisions } from './apply-decisions.ts';
import { listHeld, openHeld, recordDecision } from './held-studies.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The store of a receiver with a listed and an unlisted folder; `scan` records what is in them. */
function setUp() {
  const home = temporaryFolder();
  const received = join(home, 'received');
  const unlisted = join(home, 'unlisted');
  for (const folder of [received, unlisted]) mkdirSync(folder);
  const ledger = openLedger(home, 'test');
  const held = openHeld(home);
  onTestFinished(() => held.close());
  const lines: string[] = [];
  const print = (line: string) => void lines.push(line);
  const options = { ledger, ledgerName: ledgerNameOf('test'), held, log: () => undefined, print };
  const scan = async (root: string, bySender = false) => {
    const { complete } = await folderScanner({ root, quietMs: 0, ledger, bySender })();
    const recorded = [];
    for (const files of complete.values()) {
      const [{ name, header }] = files as [(typeof files)[number]];
      const sender = bySender ? senderOf(name) : null;
      recorded.push(await recordStudy(ledger, header.studyUID, files, sender));
    }
    return recorded;
  };
  const forge = (sender: string, name: string, sopUID: string, text = '') =>
    writeImage(join(unlisted, folderNameOf(sender)), `1.2.3/${name}`, { sopUID, text });
  return { home, received, unlisted, ledger, held, lines, options, scan, forge };
}

test('files of unlisted senders are kept apart, and the same files from a listed sender are still delivered', async () => {
  const { received, unlisted, ledger, scan, forge } = setUp();
  forge('A@10.0.0.7', '1.dcm', '1.1');
  forge('B@10.0.0.7', '1.dcm', '1.1', 'forged');
  const [first, second] = await scan(unlisted, true);
  expect([first, second]).toMatchObject([
    { number: -1, sender: 'A@10.0.0.7' },
    { number: -2, sender: 'B@10.0.0.7' },
  ]);
  expect(listOpenDeliveries(ledger)).toEqual([]);
  writeImage(received, '1.2.3/1.dcm', { sopUID: '1.1' });
  expect(await scan(received)).toMatchObject([{ number: 1, files: 1, sender: null }]);
});

test('a decision is applied once, even if the program is killed before it removes the decision', async () => {
  const { unlisted, ledger, held, options, scan, forge } = setUp();
  forge('A@10.0.0.7', '1.dcm', '1.1');
  const [study] = await scan(unlisted, true);
  const id = study?.deliveryID ?? 0;
  createApplyDecisions(options)();
  const [listed] = listHeld(held);
  expect(listed).toMatchObject({ number: 1, why: expect.stringContaining('A@10.0.0.7') });
  recordDecision(held, 1, { action: 'confirm', doctorID: 3, patientID: 4 });
  createApplyDecisions(options)();
  expect(findDelivery(ledger, id)).toMatchObject({ state: 'placed', number: 1, patientID: 4 });
  expect(listHeld(held)).toEqual([]);
  expect(recordDecision(held, 1, { action: 'reject' })).toBe(false);

  // as after a kill between the change of the ledger and the removal of the decision
  held.exec(
    `insert into held select 9, '${options.ledgerName}', ${id}, '1.2.3', 'rg', 1, '', '{}', '', '{"action":"reject"}'`,
  );
  createApplyDecisions(options)();
  expect(findDelivery(ledger, id)).toMatchObject({ state: 'placed' });
  expect(listHeld(held)).toEqual([]);
});

test('the copies of a rejected study are removed later, and the same images of a listed sender stay', async () => {
  const { received, unlisted, ledger, held, options, scan, forge } = setUp();
  const forged = forge('A@10.0.0.7', '1.dcm', '1.1');
  await scan(unlisted, true);
  const real = writeImage(received, '1.2.3/1.dcm', { sopUID: '1.1' });
  await scan(received);
  createApplyDecisions(options)();
  recordDecision(held, 1, { action: 'reject' });
  createApplyDecisions(options)();
  // the unlisted sender sends the same study again, which was already decided
  forge('A@10.0.0.7', 'again.dcm', '1.1');
  expect(await scan(unlisted, true)).toEqual([null]);
  const store = { received, unlisted };
  await createCopyRemoval(ledger, store, 30, () => Date.now() + 29 * DAY_MS)();
  expect(existsSync(forged)).toBe(true);
  await createCopyRemoval(ledger, store, 30, () => Date.now() + 31 * DAY_MS)();
  expect([existsSync(forged), existsSync(unlisted), existsSync(real)]).toEqual([false, true, true]);
});

test('a ledger of an earlier version is opened, with its deliveries', () => {
  const { home } = setUp();
  const old = new DatabaseSync(join(home, `${ledgerNameOf('earlier')}.sqlite`));
  old.exec(`
    create table parts (
      id integer primary key, studyUID text not null, number integer not null, state text not null, type text not null,
      comment text not null, pictures integer not null, header text not null, afterStudyID integer, doctorID integer,
      patientID integer, studyID integer, note text, doneMs real, unique (studyUID, number)
    ) strict;
    insert into parts (studyUID, number, state, type, comment, pictures, header) values ('1.2', 1, 'ready', 'rg', '', 1,
      '{"name":null,"birthday":null,"sex":null,"referringPhysician":null,"institution":null}')`);
  old.close();
  const ledger = openLedger(home, 'earlier');
  expect(listOpenDeliveries(ledger)).toMatchObject([{ studyUID: '1.2', sender: null }]);
  ledger.close();
});
