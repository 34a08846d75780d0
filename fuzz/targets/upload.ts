import { dicomFile } from '../generate/dicom.ts';
import { mutate } from '../generate/mutate.ts';
import { zipFile } from '../generate/zip.ts';
import type { FuzzedPortal } from '../portal/portal.ts';
import type { Random } from '../generate/random.ts';
import { loadSeeds } from '../generate/seeds.ts';
import type { PortalTarget } from './run-portal.ts';
import { type Damage, sendBundled } from './send-bundled.ts';
import { completeUpload, openUpload, sendAlone } from './send-upload.ts';

/** How a file is sent, chosen by its length; null: alone. */
const forms: (Damage | null)[] = [null, null, 'none', 'payload', 'crc32'];

const fileFor = async (random: Random): Promise<Buffer> => {
  const seeds = await loadSeeds();
  return random.pick<() => Buffer>([
    () => dicomFile(random),
    () => mutate(random.pick(seeds.dicom), random),
    () => mutate(random.pick(seeds.dicom), random),
    () => mutate(random.pick(seeds.image), random),
    () => zipFile(random, seeds.dicom.slice(-3)),
  ])();
};

/** Uploads a file to a new study, waits for the end of its processing, and opens what came of it in every way. */
export const upload = async (portal: FuzzedPortal): Promise<PortalTarget> => {
  const expectStatus = async (role: 'assistant' | 'doctor', method: string, path: string, body?: unknown) => {
    const reply = await portal.call(role, method, path, body);
    if (reply.status >= 500) throw new Error(`${method} ${path}: status ${reply.status}`);
    return reply;
  };
  const assistant = (method: string, path: string, body?: unknown) =>
    expectStatus('assistant', method, path, body);
  const patientID = await portal.createPatient();

  const openStudy = async (studyID: number) => {
    const study = `/assistant/studies/${studyID}`;
    for (const path of ['', '/download', '/picture?size=full', '/panorama', '/panorama/values'])
      await assistant('GET', `${study}${path}`);
    await assistant('POST', `${study}/remote-session`, {});
    await assistant('POST', `${study}/report`, { reportFormat: 'pdf' });
    const { body: found } = await assistant('GET', '/dicomweb/studies?limit=1');
    const uid = (found as unknown as { '0020000D'?: { Value?: string[] } }[])[0]?.['0020000D']?.Value?.[0];
    if (!uid) return;
    const base = `/dicomweb/studies/${encodeURIComponent(uid)}`;
    const { body: instances } = await assistant('GET', `${base}/instances`);
    for (const path of ['/series', '/metadata']) await assistant('GET', `${base}${path}`);
    for (const instance of Array.isArray(instances) ? instances.slice(0, 2) : []) {
      const of = (tag: string) =>
        encodeURIComponent(String((instance as Record<string, { Value?: string[] }>)[tag]?.Value?.[0]));
      const path = `${base}/series/${of('0020000E')}/instances/${of('00080018')}`;
      for (const end of ['/frames/1', '/rendered', '/metadata', '']) await assistant('GET', `${path}${end}`);
    }
  };

  return {
    concurrency: 2,
    make: fileFor,
    async run(bytes) {
      const studyID = await portal.createStudy(patientID, bytes.length % 2 ? 'rg' : 'cbct');
      const uploadUUID = await openUpload(assistant, studyID);
      const filename = 'снимок.dcm';
      const damage = forms[bytes.length % forms.length] ?? null;
      if (damage === null) await sendAlone(assistant, uploadUUID, filename, bytes);
      else
        await sendBundled((path, body) => assistant('POST', path, body), uploadUUID, filename, bytes, damage);
      const state = await completeUpload(assistant, uploadUUID, filename);
      if (state?.error === null) await openStudy(studyID);
    },
  };
};
