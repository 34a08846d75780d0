import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { ageDecrypted, ageEncrypted } from '../../apps/server/src/entry/backup/age/age.ts';
import { parseIdentities, parseRecipient } from '../../apps/server/src/entry/backup/age/keys.ts';
import { type Benchmark, median, shown } from '../measuring/figures.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';

const ROUNDS = 5;
const LARGE_BYTES = 256 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, 7);
const READ_BYTES = 512 * 1024;
const SMALL_FILES = 200;

type Content = AsyncIterable<Uint8Array>;

/** The same operation by the portal and by age-encryption. */
interface Operation {
  name: string;
  /** how many of the unit are done in one run */
  count: number;
  unit: string;
  ours(): Promise<unknown>;
  theirs(): Promise<unknown>;
}

/** The portal's encryption of backups and the npm package age-encryption by its streams, alternately. */
export const age: Benchmark = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-age-'));
  try {
    const rows: string[][] = [];
    for (const operation of await operations(join(folder, 'large.age'))) rows.push(await compare(operation));
    const head = ['', 'portal', 'age-encryption', 'age-encryption : portal'];
    return [{ title: 'Encryption of backups', head, rows }];
  } finally {
    await rm(folder, { recursive: true });
  }
};

async function* largeContent(): AsyncGenerator<Uint8Array> {
  for (let bytes = 0; bytes < LARGE_BYTES; bytes += CHUNK.length) yield CHUNK;
}

const operations = async (path: string): Promise<Operation[]> => {
  const secret = await generateX25519Identity();
  const recipient = await identityToRecipient(secret);
  const recipients = [parseRecipient(recipient)];
  const identities = parseIdentities(secret);
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const decrypter = new Decrypter();
  decrypter.addIdentity(secret);
  const encryptTheirs = async (content: Content) =>
    drain(await encrypter.encrypt(ReadableStream.from(content) as globalThis.ReadableStream<Uint8Array>));
  const decryptTheirs = async () => {
    const content = createReadStream(path, { highWaterMark: READ_BYTES });
    return drain(
      await decrypter.decrypt(ReadableStream.from(content) as globalThis.ReadableStream<Uint8Array>),
    );
  };
  await save(ageEncrypted(recipients, largeContent()), path);
  const small = async (run: (content: Content) => Promise<unknown>) => {
    for (let file = 0; file < SMALL_FILES; file++) await run(Readable.from([CHUNK.subarray(0, 1000)]));
  };
  const megabytes = { count: LARGE_BYTES / 1e6, unit: 'MB/s' };
  return [
    {
      name: 'encrypt 268 MB',
      ...megabytes,
      ours: () => drain(ageEncrypted(recipients, largeContent())),
      theirs: () => encryptTheirs(largeContent()),
    },
    {
      name: 'decrypt 268 MB',
      ...megabytes,
      ours: async () => drain(await ageDecrypted(path, identities)),
      theirs: decryptTheirs,
    },
    {
      name: 'encrypt files of 1 kB',
      count: SMALL_FILES,
      unit: 'files/s',
      ours: () => small((content) => drain(ageEncrypted(recipients, content))),
      theirs: () => small(encryptTheirs),
    },
  ];
};

const drain = async (content: Content): Promise<number> => {
  let bytes = 0;
  for await (const chunk of content) bytes += chunk.byteLength;
  return bytes;
};

const save = async (content: Content, path: string): Promise<void> => {
  const file = Readable.from(content).pipe(createWriteStream(path));
  await once(file, 'close');
};

const perSecond = async (count: number, run: () => Promise<unknown>): Promise<number> => {
  await waitUntilQuiet();
  const begin = performance.now();
  await run();
  return (count * 1000) / (performance.now() - begin);
};

const compare = async ({ name, count, unit, ours, theirs }: Operation): Promise<string[]> => {
  const rounds: { ours: number; theirs: number }[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const portal = await perSecond(count, ours);
    rounds.push({ ours: portal, theirs: await perSecond(count, theirs) });
  }
  rounds.shift(); // warm-up
  const middle = (value: (round: (typeof rounds)[number]) => number) => shown(median(rounds.map(value)));
  return [
    name,
    `${middle((round) => round.ours)} ${unit}`,
    `${middle((round) => round.theirs)} ${unit}`,
    middle((round) => round.theirs / round.ours),
  ];
};
