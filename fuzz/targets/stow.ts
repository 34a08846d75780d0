import { dicomFile } from '../generate/dicom.ts';
import { mutate } from '../generate/mutate.ts';
import { BOUNDARY, multipartBody } from '../generate/multipart.ts';
import type { FuzzedPortal } from '../portal/portal.ts';
import type { Random } from '../generate/random.ts';
import { loadSeeds } from '../generate/seeds.ts';
import type { PortalTarget } from './run-portal.ts';

const body = async (random: Random): Promise<Buffer> => {
  const seeds = await loadSeeds();
  const file = () =>
    random.pick<() => Buffer>([
      () => dicomFile(random),
      () => random.pick(seeds.dicom),
      () => mutate(random.pick(seeds.dicom), random),
      () => random.bytes(random.int(300)),
    ])();
  return multipartBody(Array.from({ length: random.int(4) }, file), random);
};

/** Sends bodies of store requests with the session of an assistant. */
export const stow = async (portal: FuzzedPortal): Promise<PortalTarget> => ({
  concurrency: 4,
  make: body,
  async run(bytes) {
    const path = bytes.length % 3 === 0 ? '/dicomweb/studies/2.25.7001' : '/dicomweb/studies';
    const reply = await fetch(`${portal.address}/api/1${path}`, {
      method: 'POST',
      headers: {
        cookie: portal.cookies.assistant,
        'content-type': `multipart/related; type="application/dicom"; boundary=${BOUNDARY}`,
      },
      body: new Uint8Array(bytes),
    });
    await reply.arrayBuffer();
    if (reply.status >= 500) throw new Error(`POST ${path}: status ${reply.status}`);
  },
});
