import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sendStudy } from '../../../testing/scans/sending.ts';
import { startServer } from '../../../testing/portal/server.ts';
import {
  haveSharedFiles,
  readShared,
  sharedFilesIn,
} from '../../../testing/pictures-and-documents/shared-files.ts';

const kinds = ['malformed-pydicom', 'zip-attacks-yauzl'];
const CONCURRENT_UPLOADS = 8;

test.runIf(haveSharedFiles).for(kinds)(
  'each malformed file of %s ends as a done study or with a Russian error',
  async (kind) => {
    const server = await startServer();
    // two workers, as in a larger installation
    await server.work('process-upload');
    await server.work('process-upload');
    const assistant = await server.as(await server.make.assistant());
    const refused = new Set<string>();
    const send = async (path: string, type: 'rg' | 'cbct') => {
      const { studyID } = await server.make.study({ type });
      const files = [{ filename: basename(path), bytes: readShared(path) }];
      const upload = await sendStudy(assistant, studyID, files);
      const { body } = await assistant.get(`/assistant/studies/${studyID}`);
      const status = upload.error === null ? 'done' : 'in-work';
      expect([path, body]).toMatchObject([path, { studyID, status, upload }]);
      if (upload.error === null) return;
      expect([path, upload.error]).toEqual([path, expect.stringMatching(/^[А-Я].*[а-я]/)]);
      refused.add(path);
    };
    const paths = sharedFilesIn(kind);
    expect(paths.length).toBeGreaterThan(25);
    const uploads = paths.flatMap((path) => (['rg', 'cbct'] as const).map((type) => ({ path, type })));
    while (uploads.length > 0) {
      await Promise.all(uploads.splice(0, CONCURRENT_UPLOADS).map(({ path, type }) => send(path, type)));
    }
    expect(refused.size).toBeGreaterThan(10);
    // the portal still works, and logged no unexpected error
    expect((await assistant.get('/assistant/counters')).status).toBe(200);
    const failures = server.logged.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);
    expect(failures).toEqual([]);
  },
);
