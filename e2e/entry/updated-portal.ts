import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const SCRIPT_OR_STYLE = /^\/assets\/.*\.(js|css)$/;
const NEWER = '-newer.';

interface UpdatedPortal {
  address: string;
  /** From now on the portal serves another version and no longer the scripts and styles of the old one. */
  update: () => void;
  close: () => void;
}

/** The text of a page, script or style with the file names of the newer version. */
const renamed = (text: string) =>
  text
    .replaceAll(/(-[\w-]{8})\.(js|css)\b/g, `$1${NEWER}$2`)
    .replace(/("version":"[\w-]+)"/, `$1${NEWER.slice(0, -1)}"`);

/** A proxy of the portal that can replace the web app by another version, as an update of the portal does. */
export const startUpdatedPortal = async (portal: string): Promise<UpdatedPortal> => {
  let isUpdated = false;

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { method, headers, url } = incoming;
    const forwarded = request(portal + url, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  };
  const sendRenamed = async (path: string, outgoing: ServerResponse) => {
    const answer = await fetch(portal + path);
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    outgoing.end(renamed(await answer.text()));
  };
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): unknown => {
    const path = incoming.url ?? '/';
    const isPage = path === '/' || incoming.headers['sec-fetch-mode'] === 'navigate';
    if (isUpdated && (isPage || path === '/service-worker.js')) return sendRenamed(path, outgoing);
    if (!isUpdated || !SCRIPT_OR_STYLE.test(path)) return forward(incoming, outgoing);
    if (!path.includes(NEWER)) return outgoing.writeHead(404).end();
    return sendRenamed(path.replace(NEWER, '.'), outgoing);
  };

  const server = createServer((incoming, outgoing) => void answer(incoming, outgoing));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    update: () => {
      isUpdated = true;
    },
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
