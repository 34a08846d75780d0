import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import type { Context } from '../../platform/context.ts';
import { isMACOf, macOf } from '../../platform/secrets/key-ring.ts';
import type { Storage } from '../../platform/outside/storage/storage.ts';

/** A confirmed erasure, as it is stored outside of the database: ids and times only. */
const ErasureEntry = z.object({
  erasureUUID: z.uuid(),
  patientID: z.number().int().positive(),
  /** identifies the card, because a database restored from a backup may give its id to another patient */
  patientCreatedAt: z.string(),
  doctorID: z.number().int().positive(),
  confirmedAt: z.iso.datetime(),
  /** HMAC with the portal's secret: a file that another program writes to the store must not erase a patient */
  mac: z.string(),
});
export type ErasureEntry = z.infer<typeof ErasureEntry>;

/** The list is in the store, so a restored database may be newer or older than it. */
const ERASURE_LIST = 'erasures/';

/** The id of the entry for a card that was merged into the erased one; the same in a repeated run (RFC 9562, version 8). */
export const entryUUIDOf = (erasureUUID: string, mergedID: number): string => {
  const hash = createHash('sha256').update(`${erasureUUID} ${mergedID}`).digest('hex');
  const variant = '89ab'.charAt(Number.parseInt(hash.charAt(16), 16) % 4);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
};

const keyOf = (erasureUUID: string) => `${ERASURE_LIST}${erasureUUID}.json`;

const signedText = ({ erasureUUID, patientID, patientCreatedAt, doctorID, confirmedAt }: Unsigned): string =>
  [erasureUUID, patientID, patientCreatedAt, doctorID, confirmedAt].join(' ');

type Unsigned = Omit<ErasureEntry, 'mac'>;
type Signing = Pick<Context, 'secrets'>;

export const signEntry = ({ secrets }: Signing, entry: Unsigned): ErasureEntry => ({
  ...entry,
  mac: macOf(secrets.erasures, signedText(entry)).toString('base64url'),
});

/** False unless this portal wrote the entry, with its present secret or a previous one. */
export const isSigned = ({ secrets }: Signing, entry: ErasureEntry): boolean =>
  isMACOf(secrets.erasures, signedText(entry), Buffer.from(entry.mac, 'base64url'));

export const putEntry = async ({ storage }: Pick<Context, 'storage'>, entry: ErasureEntry): Promise<void> => {
  const line = Buffer.from(`${JSON.stringify(entry)}\n`);
  await storage.put(keyOf(entry.erasureUUID), Readable.from([line]), { sizeBytes: line.length });
};

/** Undefined for a text that is not an entry. */
export const parseEntry = (line: string): ErasureEntry | undefined => {
  try {
    return ErasureEntry.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
};

/** The entries in the store. */
export async function* readErasureList(storage: Storage): AsyncGenerator<ErasureEntry> {
  for await (const { key } of storage.list(ERASURE_LIST)) {
    const entry = parseEntry(await text(await storage.read(key)));
    if (entry) yield entry;
  }
}
