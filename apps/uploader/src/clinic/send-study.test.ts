import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { writeDicom } from '@snimok/imaging/dicom/elements/write';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakePortal } from '../testing/fake-portal.ts';
import { startMachineReceiver } from '../testing/machine.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { sendStudy } from './send-study.ts';

interface Member {
  name: string;
  bytes: Uint8Array;
  isDeflated?: boolean;
}

/** A ZIP with what its readers need (APPNOTE 4.3). */
const zipOf = (members: Member[]): Buffer => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, bytes, isDeflated = false } of members) {
    const packed = isDeflated ? deflateRawSync(bytes) : Buffer.from(bytes);
    const local = Buffer.alloc(30);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(isDeflated ? 8 : 0, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(bytes.length, 24);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    at += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
};

/** `before` is the length of a private element between the UIDs of the instance and that of the study. */
const image = (sopUID: string, { pixels = 200, before = 0 } = {}): Uint8Array =>
  writeDicom([
    [TAG.sopClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.2'],
    [TAG.sopInstanceUID, 'UI', sopUID],
    [0x00091001, 'OB', new Uint8Array(before)],
    [TAG.studyInstanceUID, 'UI', '1.2.3'],
    [TAG.pixelData, 'OW', Uint8Array.from({ length: pixels }, (_, at) => (at * 31) % 251)],
  ]);

const startDestination = async (folder: string) => {
  const { port } = await startMachineReceiver({ call: fakePortal({}), folder });
  const received = join(folder, 'store/received');
  return {
    peer: { host: '127.0.0.1', port, tls: null },
    files: () =>
      readdirSync(received, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
  };
};

const send = (folder: string, members: Member[], peer: Parameters<typeof sendStudy>[0]['peer']) => {
  const zip = join(folder, 'study.zip');
  writeFileSync(zip, zipOf(members));
  const sent = join(folder, 'sent');
  const { signal } = new AbortController();
  return sendStudy({ zip, sent, peer, called: 'SNIMOK', calling: 'XRAY', signal });
};

const dataSetIn = (file: Uint8Array) => {
  const bytes = Buffer.from(file);
  return bytes.subarray(144 + bytes.readUInt32LE(140)).toString('latin1');
};

test.each([
  ['a small file', image('1.2.3.1')],
  ['a file of several pieces of a megabyte', image('1.2.3.1', { pixels: 3_000_000 })],
  ['a file whose UIDs are not all in its first 64 KiB', image('1.2.3.1', { before: 2_000_000 })],
])('%s arrives byte for byte, stored or deflated in the ZIP', async (_, bytes) => {
  for (const isDeflated of [false, true]) {
    const folder = temporaryFolder();
    const { peer, files } = await startDestination(folder);
    expect(await send(folder, [{ name: 'a.dcm', bytes, isDeflated }], peer)).toBe(1);
    expect(files().map(dataSetIn)).toEqual([dataSetIn(bytes)]);
  }
});

test('files without a study and repeated instances are left out', async () => {
  const folder = temporaryFolder();
  const { peer, files } = await startDestination(folder);
  const medium = writeDicom([
    [TAG.sopClassUID, 'UI', '1.2.840.10008.1.3.10'],
    [TAG.sopInstanceUID, 'UI', '1.2.3.9'],
  ]);
  const members = [
    { name: 'empty', bytes: new Uint8Array(0) },
    { name: 'readme.txt', bytes: Buffer.from('x'), isDeflated: true },
    { name: 'DICOMDIR', bytes: medium },
    { name: 'a.dcm', bytes: image('1.2.3.1') },
    { name: 'copy.dcm', bytes: image('1.2.3.1') },
    { name: 'b.dcm', bytes: image('1.2.3.2'), isDeflated: true },
  ];
  expect(await send(folder, members, peer)).toBe(2);
  expect(files()).toHaveLength(2);
});

test('sending fails if a file is shorter than the ZIP directory says, and its instance is not recorded as sent', async () => {
  const folder = temporaryFolder();
  const { peer, files } = await startDestination(folder);
  const zip = zipOf([{ name: 'a.dcm', bytes: image('1.2.3.1', { pixels: 100_000 }), isDeflated: true }]);
  const directory = zip.length - 22 - 46 - 'a.dcm'.length;
  zip.writeUInt32LE(zip.readUInt32LE(directory + 24) + 1, directory + 24);
  const path = join(folder, 'study.zip');
  const sent = join(folder, 'sent');
  writeFileSync(path, zip);
  const { signal } = new AbortController();
  const sending = sendStudy({ zip: path, sent, peer, called: 'SNIMOK', calling: 'XRAY', signal });
  await expect(sending).rejects.toThrow('another length');
  expect([readFileSync(sent, 'utf8'), files()]).toEqual(['', []]);
});

test('the connection disables Nagle’s algorithm, so the end of a message does not wait for an acknowledgement', async () => {
  const setNoDelay = vi.spyOn(Socket.prototype, 'setNoDelay');
  onTestFinished(() => setNoDelay.mockRestore());
  const folder = temporaryFolder();
  const { peer } = await startDestination(folder);
  await send(folder, [{ name: 'a.dcm', bytes: image('1.2.3.1') }], peer);
  expect(setNoDelay).toHaveBeenCalledOnce();
});
