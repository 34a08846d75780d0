import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

// Writes images by the OCI image specification 1.1: https://github.com/opencontainers/image-spec/blob/v1.1.0/image-layout.md

const MEDIA = 'application/vnd.oci.image';

const pathOf = (digest) => `blobs/${digest.replace(':', '/')}`;

/** Passes bytes through and computes their digest. */
const hashing = (hash) =>
  async function* (source) {
    for await (const chunk of source) {
      hash.update(chunk);
      yield chunk;
    }
  };

const digestOf = (hash) => `sha256:${hash.digest('hex')}`;

/** Stores a tar file compressed; returns its descriptor and its diff ID, the digest of the uncompressed file. */
const storeLayer = async (layout, tar, level) => {
  const temporary = join(layout, 'layer.new');
  const [plain, packed] = [createHash('sha256'), createHash('sha256')];
  await pipeline(
    createReadStream(tar),
    hashing(plain),
    createGzip({ level }),
    hashing(packed),
    createWriteStream(temporary),
  );
  const digest = digestOf(packed);
  const { size } = statSync(temporary);
  renameSync(temporary, join(layout, pathOf(digest)));
  return { diffID: digestOf(plain), descriptor: { mediaType: `${MEDIA}.layer.v1.tar+gzip`, digest, size } };
};

const storeJSON = (layout, mediaType, value) => {
  const text = JSON.stringify(value);
  const digest = digestOf(createHash('sha256').update(text));
  writeFileSync(join(layout, pathOf(digest)), text);
  return { mediaType, digest, size: Buffer.byteLength(text) };
};

/**
 * Writes an image as an OCI layout into the folder `layout`. `manifest.json` is not part of the specification: versions of Docker
 * before 25 read it instead of `index.json`.
 * @param {string[]} layers tar files, the lowest first
 * @param {object} image the members of the image configuration without `rootfs`
 * @param {string} name repository and tag, as `snimok:1.0`
 * @returns the digest of the manifest
 */
export const writeLayout = async (layout, { layers, image, name, level }) => {
  mkdirSync(join(layout, 'blobs/sha256'), { recursive: true });
  const stored = [];
  for (const tar of layers) stored.push(await storeLayer(layout, tar, level));
  const descriptors = stored.map(({ descriptor }) => descriptor);
  const rootfs = { type: 'layers', diff_ids: stored.map(({ diffID }) => diffID) };
  const config = storeJSON(layout, `${MEDIA}.config.v1+json`, { ...image, rootfs });
  const manifest = storeJSON(layout, `${MEDIA}.manifest.v1+json`, {
    schemaVersion: 2,
    mediaType: `${MEDIA}.manifest.v1+json`,
    config,
    layers: descriptors,
  });
  const annotations = {
    'io.containerd.image.name': `docker.io/library/${name}`,
    'org.opencontainers.image.ref.name': name.split(':')[1],
  };
  const index = {
    schemaVersion: 2,
    mediaType: `${MEDIA}.index.v1+json`,
    manifests: [{ ...manifest, annotations }],
  };
  const docker = [
    {
      Config: pathOf(config.digest),
      RepoTags: [name],
      Layers: descriptors.map(({ digest }) => pathOf(digest)),
    },
  ];
  writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  writeFileSync(join(layout, 'index.json'), JSON.stringify(index));
  writeFileSync(join(layout, 'manifest.json'), JSON.stringify(docker));
  return manifest.digest;
};
