import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { writeDicom } from '@snimok/imaging/dicom/elements/write';
import { type Benchmark, median, shown } from './measuring/figures.ts';
import { peakMB } from './measuring/memory.ts';
import { freePort } from './programs/program.ts';
import { waitUntilQuiet } from './measuring/quiet.ts';

const ROUNDS = 5;
const SLICES = 400;
const SIDE = 512;
const UID = '2.25.329800735698586629295641978511506172919';
const CHILD = join(import.meta.dirname, 'association-child.ts');
/** What storescp accepts by default, and the longest PDU that it can accept. */
const PDU_BYTES = [16_384, 131_072];

/** Without it dcmtk sends header and content of a PDU apart, and each response waits 40 ms for an acknowledgement. */
const env = { PATH: process.env.PATH, TCP_NODELAY: '1' };

/** `dcmsend` is the sender of dcmtk; the others are run by `association-child.ts`. */
const SENDERS = ['dcmsend', 'snimok', 'dcmjs-dimse', 'dcmjs-dimse, bytes as they are'] as const;
type Sender = (typeof SENDERS)[number];

/**
 * Sends a CBCT of 400 slices, and one file with the same 400 frames, to dcmtk's storescp, which discards what it receives:
 * by `snimok deliver`, by the client of dcmjs-dimse and by dcmtk's dcmsend.
 */
export const association: Benchmark = async () => {
  const scratch = await mkdtemp(join(tmpdir(), 'snimok-bench-association-'));
  try {
    const rows: string[][] = [];
    for (const [name, folder] of Object.entries(await writeStudies(scratch)))
      for (const pduBytes of PDU_BYTES) {
        const scp = await startStoreSCP(pduBytes);
        for (const measured of await measureAll(folder, scp.port))
          rows.push([name, String(pduBytes), ...measured]);
        await scp.stop();
      }
    const head = ['study', 'PDU', 'sender', 'MB/s', 'ratio to dcmsend', 'peak MB'];
    return [{ title: 'C-STORE of 210 MB to storescp', head, rows }];
  } finally {
    await rm(scratch, { recursive: true });
  }
};

/** Each study is a folder of files and a ZIP of that folder with stored files. */
const writeStudies = async (scratch: string): Promise<Record<string, string>> => {
  const frame = Buffer.alloc(SIDE * SIDE * 2);
  for (let at = 0; at < frame.length; at += 2) frame.writeUInt16LE((at * 7919) % 4096, at);
  const slices = join(scratch, 'slices');
  await mkdir(slices);
  for (let slice = 0; slice < SLICES; slice++)
    await writeFile(join(slices, `${slice}.dcm`), file(slice, 1, frame));
  const frames = join(scratch, 'frames');
  await mkdir(frames);
  await writeFile(join(frames, 'volume.dcm'), file(SLICES, SLICES, Buffer.concat(Array(SLICES).fill(frame))));
  for (const folder of [slices, frames])
    await promisify(execFile)('zip', ['-0', '-q', '-r', '-j', `${folder}.zip`, folder]);
  return { '400 files of 512 kB': slices, 'one file of 400 frames': frames };
};

const file = (number: number, frames: number, pixels: Uint8Array): Uint8Array =>
  writeDicom([
    [TAG.sopClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.2'],
    [TAG.sopInstanceUID, 'UI', `${UID}.${number + 1}`],
    [TAG.studyInstanceUID, 'UI', UID],
    [TAG.seriesInstanceUID, 'UI', `${UID}.0`],
    [TAG.patientName, 'PN', 'Иванов^Иван'],
    [TAG.samplesPerPixel, 'US', 1],
    [TAG.photometricInterpretation, 'CS', 'MONOCHROME2'],
    [TAG.numberOfFrames, 'IS', frames],
    [TAG.rows, 'US', SIDE],
    [TAG.columns, 'US', SIDE],
    [TAG.bitsAllocated, 'US', 16],
    [TAG.bitsStored, 'US', 12],
    [TAG.highBit, 'US', 11],
    [TAG.pixelRepresentation, 'US', 0],
    [TAG.pixelData, 'OW', pixels],
  ]);

const startStoreSCP = async (pduBytes: number) => {
  const port = await freePort();
  const child = spawn('storescp', ['--ignore', '-pdu', String(pduBytes), String(port)], {
    stdio: 'ignore',
    env,
  });
  // it prints nothing when it listens
  await sleep(500);
  if (child.exitCode !== null) throw new Error('storescp of dcmtk did not start');
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
};

interface Run {
  seconds: number;
  peakMB: number;
}

/** A row for each sender; the rounds alternate between them. */
const measureAll = async (folder: string, port: number): Promise<string[][]> => {
  const { size } = await stat(`${folder}.zip`);
  const runs = new Map<Sender, Run[]>(SENDERS.map((sender) => [sender, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const sender of SENDERS) {
      await waitUntilQuiet();
      runs.get(sender)?.push(await run(sender, folder, port));
    }
  const speedOf = (sender: Sender) =>
    size / 1e6 / median(runs.get(sender)?.map(({ seconds }) => seconds) ?? []);
  return SENDERS.map((sender) => [
    sender,
    shown(speedOf(sender)),
    shown(speedOf(sender) / speedOf('dcmsend')),
    shown(Math.max(...(runs.get(sender) ?? []).map((one) => one.peakMB))),
  ]);
};

/** Seconds from the request for the association to the end of the last response; dcmsend from its start to its end. */
const run = async (sender: Sender, folder: string, port: number): Promise<Run> => {
  const begin = performance.now();
  const child =
    sender === 'dcmsend'
      ? spawn('dcmsend', ['127.0.0.1', String(port), '+sd', folder], {
          env,
          stdio: ['ignore', 'pipe', 'inherit'],
        })
      : spawn(process.execPath, [CHILD, sender, folder, String(port)], {
          stdio: ['ignore', 'pipe', 'inherit'],
        });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  let peak = 0;
  while (child.exitCode === null && child.signalCode === null) {
    // 0 when the process has just ended
    peak = Math.max(peak, await peakMB(child.pid ?? 0));
    await sleep(20);
  }
  if ((await ended) !== 0) throw new Error(`${sender} did not send ${folder}`);
  return sender === 'dcmsend'
    ? { seconds: (performance.now() - begin) / 1000, peakMB: peak }
    : { seconds: Number(output), peakMB: peak };
};
