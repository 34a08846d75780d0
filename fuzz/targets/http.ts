import { connect } from 'node:net';
import { type Operation, operationsOf, requestOf } from '../generate/http.ts';
import type { FuzzedPortal } from '../portal/portal.ts';
import type { Random } from '../generate/random.ts';
import { STALL_MS } from './target.ts';
import type { PortalTarget } from './run-portal.ts';

/**
 * The status of the response. Null if the server closes the connection without a response, or waits for the rest of a
 * request whose length is false.
 */
const statusOf = (address: string, request: Buffer): Promise<number | null> =>
  new Promise((resolve) => {
    const { hostname, port } = new URL(address);
    const socket = connect(Number(port), hostname, () => socket.write(request));
    let response = '';
    const end = (status: number | null) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(status);
    };
    const timer = setTimeout(end, STALL_MS, null);
    socket.setEncoding('latin1');
    socket.on('data', (text: string) => {
      response += text;
      const status = /^HTTP\/1\.1 ([2-5]\d\d)/.exec(response)?.[1];
      if (status) end(Number(status));
    });
    socket.on('error', () => end(null));
    socket.on('close', () => end(null));
  });

/** After signing out the next hundred requests would be anonymous, and a portal that restarts ends its process. */
const LEFT_OUT = ['DELETE /api/1/auth/token', 'POST /api/1/assistant/portal-settings/restart'];

/** Requests to every endpoint of the OpenAPI document, and to other paths. */
export const http = async (portal: FuzzedPortal): Promise<PortalTarget> => {
  const document = await fetch(`${portal.address}/api/1/openapi.json`);
  const all: Operation[] = operationsOf((await document.json()) as Parameters<typeof operationsOf>[0]);
  const operations = all.filter(({ method, path }) => !LEFT_OUT.includes(`${method} ${path}`));
  return {
    concurrency: 8,
    make: (random: Random) => requestOf(operations, Object.values(portal.cookies), random),
    async run(request) {
      const status = await statusOf(portal.address, request);
      if (status !== null && status >= 500) throw new Error(`status ${status}`);
    },
  };
};
