import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, rename, unlink } from 'node:fs/promises';
import { Refusal } from '../../apps/server/src/platform/releases/failures.ts';
import { CURRENT, REQUEST } from '../../apps/server/src/platform/releases/places.ts';
import { UpdateRequest } from '../../apps/server/src/platform/releases/progress.ts';
import { isUpdateSource } from '../../apps/server/src/platform/releases/source.ts';
import { runAsPortal } from './service.ts';

// The request is in a folder of the portal's account, which may be in the hands of an attacker: nothing in it is trusted.

/** A request has an id, a version and a time. */
const MOST_BYTES = 1024;
/** An older request is refused, because the portal would restart long after the administrator asked for it. */
const VALID_MS = 15 * 60_000;
const SKEW_MS = 60_000;

const refused = (why: string) => new Refusal(`The request of the portal is refused: ${why}.`, 'request');

const readRequest = async (): Promise<Buffer | null> => {
  let file;
  try {
    // a pipe would block, and a link could lead to a file that only root may read
    file = await open(REQUEST, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw refused(code === 'ELOOP' ? 'it is a symbolic link' : `it cannot be opened (${code})`);
  }
  try {
    if (!(await file.stat()).isFile()) throw refused('it is not a regular file');
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MOST_BYTES + 1), 0, MOST_BYTES + 1, 0);
    if (bytesRead > MOST_BYTES) throw refused('it is too large');
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Removes the request, also a folder in its place: as long as the path exists, the unit starts again. */
const removeRequest = async (): Promise<void> => {
  try {
    await unlink(REQUEST);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
    await rename(REQUEST, `${REQUEST}.refused-${randomBytes(8).toString('hex')}`);
  }
};

/** Takes the request of the portal away and returns it; null if there is none. Throws a Refusal if it is no request. */
export const takeRequest = async (): Promise<UpdateRequest | null> => {
  let bytes: Buffer | null;
  try {
    bytes = await readRequest();
  } finally {
    await removeRequest();
  }
  if (bytes === null) return null;
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw refused('it is not JSON');
  }
  const { success, data } = UpdateRequest.safeParse(value);
  if (!success) throw refused('its fields are wrong');
  return data;
};

/** Throws a Refusal for a request that is not of the last minutes. */
export const requireRecent = ({ requestedAt }: UpdateRequest): void => {
  const ageMs = Date.now() - Date.parse(requestedAt);
  if (ageMs > VALID_MS || ageMs < -SKEW_MS)
    throw new Refusal(
      `The request of the portal is refused: it was made at ${requestedAt}, and is valid for ${VALID_MS / 60_000} minutes.`,
      'stale',
    );
};

/**
 * Where the releases are: UPDATE_SOURCE of /etc/snimok/snimok.env, or otherwise the setting that administrators saved. The portal's own
 * program reads that one, as the user of the portal, so it is as little trusted as the request.
 */
export const findSource = async (): Promise<string> => {
  const given = process.env['UPDATE_SOURCE'] || (await askPortal());
  if (!isUpdateSource(given))
    throw new Refusal('UPDATE_SOURCE is neither an https address nor an absolute folder.', 'source');
  return given;
};

const askPortal = async (): Promise<string> => {
  const { output } = await runAsPortal(CURRENT, ['apps/server/src/entry/commands/update-source.ts']);
  const source = /^UPDATE_SOURCE=(.{1,500})$/m.exec(output)?.[1];
  if (source === undefined)
    throw new Refusal('UPDATE_SOURCE is not set, and the portal names no source either.', 'source');
  return source;
};
