import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { freePort } from '../requests-and-waiting/free-port.ts';
import { until } from '../requests-and-waiting/until.ts';

const ORTHANC = '/usr/sbin/Orthanc';
const DICOMWEB = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so';
const USER = 'snimok';
const PASSWORD = 'correct-horse';

/**
 * Starts Debian's Orthanc, with its DICOMweb, for one test. `movePort`: the port at which it finds the title SNIMOK. `mostResults`: the
 * limit of results of a search; 0: none.
 */
export const startOrthanc = async ({
  movePort = 1,
  mostResults = 0,
}: { movePort?: number; mostResults?: number } = {}) => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-orthanc-'));
  const httpPort = await freePort();
  const dicomPort = await freePort();
  const settings = {
    StorageDirectory: folder,
    IndexDirectory: folder,
    HttpPort: httpPort,
    DicomPort: dicomPort,
    LimitFindResults: mostResults,
    DicomAet: 'ORTHANC',
    RemoteAccessAllowed: false,
    AuthenticationEnabled: true,
    RegisteredUsers: { [USER]: PASSWORD },
    DicomModalities: {
      snimok: {
        AET: 'SNIMOK',
        Host: '127.0.0.1',
        Port: movePort,
        AllowFind: true,
        AllowGet: true,
        AllowMove: true,
      },
    },
    Plugins: [DICOMWEB],
    DicomWeb: { Enable: true, Root: '/dicom-web/' },
  };
  const config = join(folder, 'orthanc.json');
  await writeFile(config, JSON.stringify(settings));
  const child = spawn(ORTHANC, [config], { stdio: 'ignore' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${httpPort}`;
  const headers = { authorization: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}` };
  await until('Orthanc to answer', () =>
    fetch(`${url}/system`, { headers }).then(
      ({ ok }) => ok,
      () => false,
    ),
  );
  return {
    url,
    dicomPort,
    user: USER,
    password: PASSWORD,
    /** Stores a file. */
    async add(file: Uint8Array<ArrayBuffer>): Promise<void> {
      const { status } = await fetch(`${url}/instances`, { method: 'POST', headers, body: file });
      expect(status).toBe(200);
    },
  };
};
