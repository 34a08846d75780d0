import { join } from 'node:path';
import { fillCentre, bigDoctor } from './centre.ts';
import { connections, exchange, inParallel } from './exchange.ts';
import { cpuMs, watchMemory } from './memory.ts';
import { startEntryPoint, startPortal } from './portal.ts';
import { PortalClient } from './portal-client.ts';
import { freePort } from './program.ts';
import { putHeaders } from './sending.ts';

const portal = await startPortal({ worker: false, fill: fillCentre });
console.log('filled', new Date().toISOString());
const variants: { name: string; api: { pid: number; stop(): Promise<void> }; client: PortalClient; address: string }[] = [];
for (const name of ['--max-semi-space-size=2', '--max-semi-space-size=8', '--max-semi-space-size=2 --max-old-space-size=160']) {
  process.env.BENCH_OPTIONS = name;
  const port = await freePort();
  const api = await startEntryPoint('api.ts', join(portal.folder, `${port}.log`), { DATABASE_URL: portal.databaseURL, DATA_DIR: portal.folder, PORT: String(port) });
  const address = `http://127.0.0.1:${port}`;
  variants.push({ name, api, address, client: PortalClient.fromCookie(address, portal.assistant.cookie) });
}
const big = bigDoctor.id;
const paths: [string, (n: number) => string, number][] = [
  ['studies', (n) => `/assistant/studies?sortedBy=createdAt.${n % 2 ? 'asc' : 'desc'}`, 300],
  ['patients', () => `/assistant/doctors/${big}/patients`, 300],
  ['doctors', () => '/assistant/doctors', 300],
  ['dropdown patients', () => `/assistant/dropdown/doctors/${big}/patients`, 100],
];
for (let round = 0; round < 3; round++)
  for (const { name, api, client } of variants)
    for (const [what, path, count] of paths) {
      const agent = connections(16);
      const memory = await watchMemory(api.pid);
      const before = await cpuMs(api.pid);
      await inParallel(16, Array.from({ length: count }, (_, i) => i), (i) => client.get(path(i), agent));
      const cpu = (await cpuMs(api.pid)) - before;
      console.log(round, name, what, (cpu / count).toFixed(2), 'ms', (await memory.stop()).ownMB.toFixed(0), 'MB');
      agent.destroy();
    }
const body = Buffer.alloc(300_000_000, 'x');
for (const { name, api, client, address } of variants) {
  const memory = await watchMemory(api.pid);
  const before = await cpuMs(api.pid);
  const agent = connections(4);
  const studyID = await client.makeStudy();
  const { uploadUUID } = await client.post<{ uploadUUID: string }>(`/assistant/studies/${studyID}/upload`);
  await inParallel(4, [1, 2, 3, 4], async (i) => {
    const { presignedURL } = await client.post<{ presignedURL: string }>(`/assistant/uploads/${uploadUUID}/presigned-url`, { filename: `f${i}`, filesize: body.length });
    await exchange(agent, presignedURL, { method: 'PUT', headers: putHeaders(body.length), body });
  });
  console.log(name, 'PUT 4 x 300 MB', (await cpuMs(api.pid)) - before, 'ms', (await memory.stop()).ownMB.toFixed(0), 'MB');
  void address;
  agent.destroy();
}
for (const { api } of variants) await api.stop();
await portal.stop();
process.exit(0);
