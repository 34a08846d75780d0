import type { Actor } from '../../../platform/access/actor.ts';
import { credentialKey, readCredentialKey } from '../../../platform/access/right.ts';
import { may } from '../../../platform/access/rules.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { readActors } from '../../../people/program-access/read-actors.ts';
import { holderOf } from '../../studies/downloads/url-permissions.ts';
import { addBundleHolder } from '../upload-rows/bundle-queries.ts';
import { addHolder } from '../upload-rows/queries.ts';

/**
 * A bucket accepts its presigned URLs until they expire, also from an account or a program that has lost its access.
 * Therefore each file records who holds such URLs. A file of a holder without access counts as not sent: a sender with
 * access has to send it again, under another key. A folder store checks the permission of every PUT and needs no
 * records.
 */
const recordWith =
  (add: typeof addHolder) =>
  async ({ db, storage }: Pick<Context, 'db' | 'storage'>, who: Actor, keys: string[]): Promise<void> => {
    const holder = holderOf(who);
    if (storage.kind === 's3' && holder !== undefined) await add(db, keys, holder);
  };

export const recordHolder = recordWith(addHolder);
export const recordBundleHolder = recordWith(addBundleHolder);

interface HeldFile {
  holders: string[];
}

/** Returns a function that says which files may contain bytes of a sender without access. `db` may be a transaction. */
export const findRevokedFiles = async (
  context: Context,
  db: Tx,
  files: readonly HeldFile[],
): Promise<(file: HeldFile) => boolean> => {
  if (context.storage.kind !== 's3') return () => false;
  const holders = new Set(files.flatMap((file) => file.holders));
  const credentials = [...holders].flatMap((holder) => readCredentialKey(holder) ?? []);
  const actors = await readActors({ clock: context.clock, config: context.config, db }, credentials);
  const active = new Set(
    credentials.map(credentialKey).filter((key) => {
      const who = actors.get(key);
      return who !== undefined && may(who, 'study.upload');
    }),
  );
  return (file) => !file.holders.every((holder) => active.has(holder));
};
