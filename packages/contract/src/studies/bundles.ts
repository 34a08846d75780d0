import { z } from 'zod';
import { Uuid } from '../values/fields.ts';
import { Checksum, Filename, PARTS_FROM_BYTES } from './uploads.ts';

/** The size of a bundle that a sender aims at. */
export const BUNDLE_BYTES = 8 * 1024 ** 2;
/** Larger than `BUNDLE_BYTES`, so that the last file fits into a bundle that is almost full. */
export const MAX_BUNDLE_BYTES = 16 * 1024 ** 2;
/** Limit for the original size of a bundled file; larger files are sent in parts. */
export const MAX_BUNDLED_FILE_BYTES = PARTS_FROM_BYTES;
export const MAX_BUNDLE_FILES = 500;
/** Maximum number of bundles per request. */
const MAX_BUNDLES = 8;

/** A file of a bundle, in the order of the payloads. */
const BundledFile = z.object({
  filename: Filename,
  /** bytes of the original file */
  filesize: z.number().int().min(0).max(MAX_BUNDLED_FILE_BYTES),
  /** deflate: one complete raw DEFLATE stream (RFC 1951); stored: the original bytes */
  method: z.enum(['deflate', 'stored']),
  /** bytes of the payload in the bundle */
  sentBytes: z.number().int().min(0).max(MAX_BUNDLE_BYTES),
  /** checksum of the original bytes */
  crc32: Checksum,
  /** hash of the original bytes, in base64 */
  sha256: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
});

/** A bundle is the payloads of its files one after another and nothing else. */
const NewBundle = z.object({
  /** chosen by the sender, to find the bundle in the response */
  number: z.number().int().min(0).max(1_000_000),
  /** the sum of `sentBytes` */
  sizeBytes: z.number().int().min(0).max(MAX_BUNDLE_BYTES),
  files: z.array(BundledFile).min(1).max(MAX_BUNDLE_FILES),
});

/**
 * Registers the files of bundles; `complete` names them like any other file. A file with a registered name replaces the earlier
 * one. Registering the same bundle again continues it. Servers that do not know bundles answer 404.
 */
export const registerBundles = {
  method: 'POST',
  url: '/assistant/uploads/:uploadUUID/bundles',
  access: { assistant: 'studies', desktop: true },
  schema: {
    summary: 'Register bundles of compressed files and get the URLs to PUT them to',
    params: z.object({ uploadUUID: Uuid }),
    body: z.object({ bundles: z.array(NewBundle).min(1).max(MAX_BUNDLES) }),
    response: {
      200: z.object({
        bundles: z.array(
          z.object({
            number: z.number().int(),
            bundleUUID: Uuid,
            presignedURL: z.url(),
            /** the bundle is stored already and need not be sent */
            uploaded: z.boolean(),
          }),
        ),
      }),
    },
  },
} as const;
