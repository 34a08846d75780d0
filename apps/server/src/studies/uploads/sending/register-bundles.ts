import { createHash, randomUUID } from 'node:crypto';
import type { registerBundles as endpoint } from '@snimok/contract/studies/bundles';
import type { BodyOf } from '@snimok/contract/platform/endpoint';
import { type Actor, accountOf } from '../../../platform/access/actor.ts';
import { DEFAULT_LIMITS } from '../../../platform/zip/zip-directory.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/db/client.ts';
import { invalid, Problem } from '../../../platform/errors/errors.ts';
import { enqueue } from '../../../platform/jobs/jobs.ts';
import { after } from '../../../platform/time-and-sizes/clock.ts';
import { uploadPermission } from '../../studies/downloads/url-permissions.ts';
import { insertBundles, listBundlesWith, type NewBundle } from '../upload-rows/bundle-queries.ts';
import { assertUploadOpen, uploadURLExpiresAt } from './grant.ts';
import { findRevokedFiles, recordBundleHolder } from './holders.ts';
import { examineBundles } from '../upload-rows/jobs.ts';
import { discardPartsOf } from './parts.ts';
import { insertFiles, listFilesNamed, lockUpload, type NewFile } from '../upload-rows/queries.ts';
import { uploadPrefix } from './uploads.ts';
import { countRegistered } from './usage.ts';
import { sentences } from '../sentences.ts';

/** Bundles rarely arrive earlier. */
const EXAMINE_AFTER_MS = 500;

type RequestedBundle = BodyOf<typeof endpoint>['bundles'][number];

interface BundleTarget {
  request: RequestedBundle;
  bundle: NewBundle;
  isNew: boolean;
}

/**
 * Registers the files of bundles and presigns one URL for each bundle. A bundle that is registered again with the same
 * contents is continued, so that a sender which was interrupted does not send it twice.
 */
export const registerBundles = async (
  context: Context,
  who: Actor,
  uploadUUID: string,
  bundles: RequestedBundle[],
  origin: string,
) => {
  assertConsistent(bundles);
  const { db, storage } = context;
  const targets = await db
    .transaction()
    .execute((tx) => insertTargets(context, tx, { uploadUUID, accountID: accountOf(who) }, bundles));
  await recordBundleHolder(
    context,
    who,
    targets.map(({ bundle }) => bundle.key),
  );
  const options = { expiresAt: uploadURLExpiresAt(context), ...uploadPermission(who, uploadUUID), origin };
  return Promise.all(
    targets.map(async ({ request: { number }, bundle: { uuid, key, sizeBytes }, isNew }) => ({
      number,
      bundleUUID: uuid,
      presignedURL: await storage.presign({ method: 'PUT', key, sizeBytes, ...options }),
      uploaded: !isNew && (await storage.head(key))?.sizeBytes === sizeBytes,
    })),
  );
};

/** Checks what the schema cannot express: sums, and that each name occurs once. */
const assertConsistent = (bundles: RequestedBundle[]): void => {
  const names = new Set<string>();
  for (const { sizeBytes, files } of bundles) {
    for (const { filename, filesize, method, sentBytes } of files) {
      if (names.has(filename)) throw invalid(sentences.bundleRepeats(filename));
      names.add(filename);
      if (method === 'stored' && sentBytes !== filesize) throw invalid(sentences.bundleStoredSize(filename));
    }
    const total = (of: (file: (typeof files)[number]) => number) =>
      files.reduce((sum, file) => sum + of(file), 0);
    if (total(({ sentBytes }) => sentBytes) !== sizeBytes) throw invalid(sentences.bundleSize);
    const { ratio, ratioFromBytes } = DEFAULT_LIMITS;
    const originalBytes = total(({ filesize }) => filesize);
    if (originalBytes > ratioFromBytes && originalBytes > ratio * sizeBytes)
      throw new Problem(413, sentences.bundleTooDense);
  }
};

const insertTargets = async (
  context: Context,
  tx: Tx,
  of: { uploadUUID: string; accountID: number },
  bundles: RequestedBundle[],
): Promise<BundleTarget[]> => {
  const { uploadUUID } = of;
  assertUploadOpen(await lockUpload(tx, uploadUUID));
  const targets = await findTargets(context, tx, uploadUUID, bundles);
  const rows = targets.flatMap(({ request, bundle }) => rowsOf(request, bundle));
  const names = rows.map(({ filename }) => filename);
  const registered = new Map(
    (await listFilesNamed(tx, uploadUUID, names)).map((file) => [file.filename, file]),
  );
  const changed = rows.filter(({ filename, key }) => registered.get(filename)?.key !== key);
  const added = targets.flatMap(({ bundle, isNew }) => (isNew ? [bundle] : []));
  if (added.length > 0) await insertBundles(tx, added);
  if (changed.length === 0) return targets;
  await insertFiles(tx, changed);
  await discardPartsOf(
    tx,
    changed.flatMap(({ filename }) => registered.get(filename) ?? []),
  );
  await countRegistered(context, tx, of, changed);
  const options = {
    key: `examine-bundles:${uploadUUID}`,
    runAt: after(context.clock.now(), EXAMINE_AFTER_MS),
  };
  await enqueue(tx, examineBundles, { uploadUUID }, options);
  return targets;
};

/**
 * Continues a bundle with the same contents. A new bundle is begun if an account whose access was revoked has had a URL for
 * the existing one, because that account may have written its bytes.
 */
const findTargets = async (
  context: Context,
  tx: Tx,
  uploadUUID: string,
  bundles: RequestedBundle[],
): Promise<BundleTarget[]> => {
  const digests = bundles.map(digestOf);
  const found = await listBundlesWith(tx, uploadUUID, digests);
  const isRevoked = await findRevokedFiles(context, tx, found);
  const known = new Map(
    found
      .filter((bundle) => !isRevoked(bundle))
      .map(({ holders: _, ...bundle }) => [bundle.digest.toString('hex'), bundle]),
  );
  return bundles.map((request, i) => {
    const digest = digests[i] ?? Buffer.alloc(0);
    const continued = known.get(digest.toString('hex'));
    if (continued) return { request, bundle: continued, isNew: false };
    const uuid = randomUUID();
    const { sizeBytes } = request;
    const bundle = { uuid, uploadUUID, key: `${uploadPrefix(uploadUUID)}${uuid}`, sizeBytes, digest };
    return { request, bundle, isNew: true };
  });
};

/** SHA-256 of the declared contents. */
const digestOf = ({ files }: RequestedBundle): Buffer => {
  const contents = files.map(({ filename, filesize, method, sentBytes, crc32, sha256 }) => [
    filename,
    filesize,
    method,
    sentBytes,
    crc32,
    sha256,
  ]);
  return createHash('sha256').update(JSON.stringify(contents)).digest();
};

/** The rows of a bundle's files. Their keys name no objects: a version without bundles must not find any. */
const rowsOf = ({ files }: RequestedBundle, { uuid, uploadUUID, key }: NewBundle): NewFile[] => {
  let bundleOffset = 0;
  return files.map((file, i) => {
    const { filename, filesize, method, sentBytes } = file;
    const row = {
      uploadUUID,
      filename,
      sizeBytes: filesize,
      key: `${key}.${i}`,
      partBytes: null,
      partsID: null,
      bundleUUID: uuid,
      bundleOffset,
      sentBytes,
      method,
      crc32: Number.parseInt(file.crc32, 16),
      sha256: Buffer.from(file.sha256, 'base64'),
    };
    bundleOffset += sentBytes;
    return row;
  });
};
