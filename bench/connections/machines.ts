import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import dimse from 'dcmjs-dimse';
import { type Benchmark, percentile, shown } from '../measuring/figures.ts';
import { cpuMs } from '../measuring/memory.ts';
import { startPortal } from '../programs/portal.ts';
import { freePort } from '../programs/program.ts';
import { waitUntilQuiet } from '../measuring/quiet.ts';
import { signInProgram } from '../programs/upload-program.ts';

const STUDIES = 30;
const SECONDS = 10;
const MACHINES = 50;

/** X-ray machines that ask `snimok` for the worklist every second, each in an association of its own. */
export const machines: Benchmark = async () => {
  const portal = await startPortal({ worker: false });
  const pc = await signInProgram(portal.address, portal.assistant);
  try {
    for (let count = 0; count < STUDIES; count++) await portal.assistant.makeStudy('rg');
    const port = await freePort();
    const program = pc.start('receive', '--port', String(port), '--from', 'XRAY@127.0.0.0/8');
    await once(program.stdout, 'data');
    const pid = program.pid ?? 0;
    dimse.log.setLevel('silent');
    const cables = await Promise.all(
      Array.from({ length: MACHINES }, (_, machine) => layCable(port, machine)),
    );
    await ask(cables[0]!.port);
    const rows: string[][] = [];
    let alone = Number.NaN;
    for (const count of [1, MACHINES]) {
      await waitUntilQuiet();
      const programMs = await cpuMs(pid);
      const portalMs = await cpuMs(portal.api.pid);
      const answers = await poll(cables.slice(0, count).map((cable) => cable.port));
      const served = answers.filter(({ items }) => items === STUDIES).map(({ ms }) => ms);
      const p50 = percentile(served, 0.5);
      if (count === 1) alone = p50;
      const usage = (ms: number) => `${shown((ms / (SECONDS * 1000)) * 100)} %`;
      rows.push([
        String(count),
        `${served.length} of ${answers.length}`,
        shown(p50),
        shown(percentile(served, 0.99)),
        shown(p50 / alone),
        usage((await cpuMs(pid)) - programMs),
        usage((await cpuMs(portal.api.pid)) - portalMs),
      ]);
    }
    for (const cable of cables) cable.close();
    program.kill('SIGTERM');
    await once(program, 'exit');
    const head = [
      'machines',
      'served',
      'p50 ms',
      'p99 ms',
      'ratio of p50',
      'CPU of snimok',
      'CPU of the API',
    ];
    const title = `Worklist of ${STUDIES} patients, asked for every second for ${SECONDS} s`;
    return [{ title, head, rows }];
  } finally {
    await pc.remove();
    await portal.stop();
  }
};

/** Gives a machine an address of its own, because `snimok` limits the connections of one address. */
const layCable = async (port: number, machine: number) => {
  const server = createServer((socket) => {
    const onward = connect({ port, host: '127.0.0.1', localAddress: `127.0.1.${machine + 1}` });
    socket.pipe(onward).pipe(socket);
    for (const [end, other] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      end.on('error', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
};

interface Answer {
  items: number;
  ms: number;
}

/** The machines begin at different times of the second. */
const poll = async (ports: number[]): Promise<Answer[]> => {
  const begin = performance.now();
  const each = ports.map(async (port, machine) => {
    const answers: Answer[] = [];
    for (let second = 0; second < SECONDS; second++) {
      const due = begin + second * 1000 + (machine * 1000) / ports.length;
      await sleep(Math.max(0, due - performance.now()));
      answers.push(await ask(port));
    }
    return answers;
  });
  return (await Promise.all(each)).flat();
};

const ask = (port: number): Promise<Answer> =>
  new Promise((resolve) => {
    const begin = performance.now();
    let items = 0;
    const request = dimse.requests.CFindRequest.createWorklistFindRequest({
      PatientName: '',
      AccessionNumber: '',
    });
    request.on('response', (response) => {
      if (response.getStatus() === dimse.constants.Status.Pending) items += 1;
    });
    const client = new dimse.Client();
    client.addRequest(request);
    client.on('networkError', () => undefined);
    client.on('closed', () => resolve({ items, ms: performance.now() - begin }));
    client.send('127.0.0.1', port, 'XRAY', 'SNIMOK');
  });
