import { setTimeout as sleep } from 'node:timers/promises';
import { connections, exchange } from '../measuring/exchange.ts';
import type { PortalClient } from '../programs/portal-client.ts';

interface Totals {
  studies: number;
  outcomes: Record<string, number>;
  states: Record<string, number>;
  doneBytes: number;
}

interface ImportNow {
  state: string;
  problem: string | null;
  totals: Totals;
}

/** The portals of these benchmarks may read archives on this machine. */
export const IMPORT_SETTINGS = { IMPORT_NETWORKS: '127.0.0.0/8', IMPORT_FOLDERS: '/tmp' };

const importNow = async (assistant: PortalClient, importID: number): Promise<ImportNow> => {
  // an agent of its own, because the API may have been killed since the last request
  const agent = connections(1);
  try {
    const { text } = await assistant.get(`/assistant/archive-imports/${importID}`, agent);
    return JSON.parse(text) as ImportNow;
  } finally {
    agent.destroy();
  }
};

/** Waits for a state. @throws if the import gets a problem, such as an archive that does not answer */
export const untilImport = async (
  assistant: PortalClient,
  importID: number,
  state: string,
  everyMs = 250,
): Promise<Totals> => {
  for (; ; await sleep(everyMs)) {
    const found = await importNow(assistant, importID);
    if (found.problem !== null) throw new Error(`the import has the problem ${found.problem}`);
    if (found.state === state) return found.totals;
  }
};

/** Begins the dry run of an import whose new cards are those of a new client; returns its id. */
export const planImport = async (assistant: PortalClient, source: object): Promise<number> => {
  const email = `client${process.hrtime.bigint()}@bench.test`;
  const { doctorID } = await assistant.post<{ doctorID: number }>('/assistant/doctors', {
    name: 'Клиника',
    email,
  });
  const { importID } = await assistant.post<{ importID: number }>('/assistant/archive-imports', {
    source,
    doctorID,
  });
  return importID;
};

export const confirmImport = async ({ address, cookie }: PortalClient, importID: number): Promise<void> => {
  const agent = connections(1);
  const url = `${address}/api/1/assistant/archive-imports/${importID}/confirm`;
  await exchange(agent, url, { method: 'POST', headers: { cookie } });
  agent.destroy();
};
