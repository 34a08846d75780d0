import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { writeLayout } from './oci-layout.mjs';

const sha256 = (bytes) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const writeExample = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'snimok-layout-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const layers = ['lower', 'upper'].map((name) => join(folder, name));
  for (const path of layers) writeFileSync(path, `the tar file of ${path.split('/').at(-1)}`);
  const layout = join(folder, 'layout');
  mkdirSync(layout);
  const image = { architecture: 'amd64', os: 'linux', config: { User: '1000:1000' } };
  const digest = await writeLayout(layout, { layers, image, name: 'snimok:1.0', level: 1 });
  const blob = (one) => readFileSync(join(layout, 'blobs', one.replace(':', '/')));
  return { layout, digest, blob, read: (name) => JSON.parse(readFileSync(join(layout, name), 'utf8')) };
};

test('each blob of an image has the digest and the size by which it is named', async () => {
  const { digest, blob, read } = await writeExample();
  const [entry] = read('index.json').manifests;
  expect(entry.digest).toBe(digest);
  const { config, layers } = JSON.parse(blob(digest));
  expect(layers).toHaveLength(2);
  for (const one of [entry, config, ...layers])
    expect([sha256(blob(one.digest)), blob(one.digest).length]).toEqual([one.digest, one.size]);
});

test('the configuration of an image names its layers uncompressed, the lowest first', async () => {
  const { digest, blob } = await writeExample();
  const { config, layers } = JSON.parse(blob(digest));
  const plain = layers.map((layer) => gunzipSync(blob(layer.digest)));
  expect(plain.map(String)).toEqual(['the tar file of lower', 'the tar file of upper']);
  expect(JSON.parse(blob(config.digest))).toMatchObject({
    os: 'linux',
    rootfs: { type: 'layers', diff_ids: plain.map(sha256) },
  });
});

test('Docker finds the same configuration and layers', async () => {
  const { digest, blob, read } = await writeExample();
  const { config, layers } = JSON.parse(blob(digest));
  const path = (one) => `blobs/${one.digest.replace(':', '/')}`;
  expect(read('manifest.json')).toEqual([
    { Config: path(config), RepoTags: ['snimok:1.0'], Layers: layers.map(path) },
  ]);
});
