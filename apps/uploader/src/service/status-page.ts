import { createServer } from 'node:http';
import type { Delivery } from '../ledger/deliveries.ts';
import { sentences as program } from '../program/sentences.ts';
import { describeUpdates, type UpdateFacts } from '../updates/describe.ts';
import { sentences } from './sentences.ts';

/** What the page shows. */
export interface Status {
  version: string;
  /** null before the first sign-in */
  portal: string | null;
  startedAt: Date;
  updates: UpdateFacts;
  /** newest first */
  deliveries: { sent: Delivery[]; waiting: Delivery[]; undecided: Delivery[]; failed: Delivery[] };
  /** how many of each state there are, since the lists may be cut */
  counts: { sent: number; waiting: number; undecided: number; failed: number };
  lastLines: string[];
}

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const list = (lines: string[]) =>
  lines.length === 0
    ? `<p>${sentences.nothing}</p>`
    : `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;

const section = (title: string, lines: string[]) => `<h2>${escaped(title)}</h2>${list(lines)}`;

/** The page in HTML. */
function statusPage(status: Status): string {
  const { version, portal, startedAt, updates, deliveries, counts, lastLines } = status;
  const facts = [
    [sentences.version, version],
    [sentences.portal, portal ?? sentences.notSignedIn],
    [sentences.startedAt, startedAt.toLocaleString('ru-RU')],
    [sentences.updates, describeUpdates(updates)],
  ];
  const linesOf = (some: Delivery[]) => some.map((delivery) => program.deliveryState(delivery));
  return `<!doctype html>
<html lang="ru"><meta charset="utf-8"><meta http-equiv="refresh" content="10">
<title>${sentences.title}</title>
<style>body{font:16px sans-serif;max-width:60em;margin:2em auto;padding:0 1em}li{margin:.3em 0;overflow-wrap:anywhere}</style>
<h1>${sentences.title}</h1>
${list(facts.map(([name, value]) => `${name}: ${value}`))}
${section(sentences.undecided(counts.undecided), linesOf(deliveries.undecided))}
${section(sentences.failedStudies(counts.failed), linesOf(deliveries.failed))}
${section(sentences.waiting(counts.waiting), linesOf(deliveries.waiting))}
${section(sentences.sent(counts.sent), linesOf(deliveries.sent))}
${section(sentences.lastLines, lastLines)}
</html>
`;
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/**
 * Serves the page on the loopback address. The page has ids and no names of people. Another name in `Host` is refused: a page on
 * the internet could use it to read this one (DNS rebinding). Returns the end of the server; null if the port is taken.
 */
export async function serveStatus(port: number, read: () => Status): Promise<(() => void) | null> {
  const server = createServer((request, response) => {
    const isLocal = /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(request.headers.host ?? '');
    if (!isLocal || request.method !== 'GET' || request.url !== '/') return response.writeHead(404).end();
    try {
      const page = statusPage(read());
      return response.writeHead(200, HEADERS).end(page);
    } catch {
      // an unreadable row must not end the service
      return response.writeHead(500).end();
    }
  });
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => resolve(true));
  });
  // the service ends when its command ends
  server.unref();
  return listens ? () => void server.close() : null;
}
