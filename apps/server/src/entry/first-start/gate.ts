import { FIRST_START_PATH } from '@snimok/contract/administration/first-start';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { sentences } from './sentences.ts';
import { isUnfinished } from './state.ts';

/**
 * Pages are closed, and so are calls that need an account, because a portal that is not set up has no accounts.
 * Assets, icons and health endpoints stay open.
 */
const isClosed = (path: string, accept: string): boolean => {
  if (path.startsWith('/api/')) return !path.startsWith('/api/1/first-start/') && path !== '/api/1/identity';
  if (/^\/(storage|connection)\//.test(path)) return true;
  return accept.includes('text/html') && path !== FIRST_START_PATH;
};

const page = `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Снимок</title>
<style>:root{color-scheme:light dark}body{font:16px/1.5 'Golos Text',Arial,sans-serif;max-width:36rem;margin:15vh auto;padding:0 24px}
h1{font-size:24px}code{overflow-wrap:anywhere}</style></head>
<body><h1>Портал ещё не настроен</h1>
<p>${sentences.notSetUp}.</p>
<p>После установки пакета адрес покажет команда <code>journalctl -u snimok</code>. Если адреса нет или его срок истёк, перезапустите портал: он напечатает новый.</p></body></html>
`;

const answer = (reply: FastifyReply, path: string) => {
  reply.code(503).header('retry-after', '60').header('cache-control', 'no-store');
  if (path.startsWith('/api/')) return reply.send({ error: sentences.notSetUp });
  reply.header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'");
  return reply.type('text/html; charset=utf-8').send(page);
};

/**
 * Until the portal is set up, answers 503 for the paths that `isClosed` names. Afterwards the database is not queried
 * again.
 */
export const closeUntilSetUp = (app: FastifyInstance, context: Context): void => {
  let isOpen = !context.config.firstStartInBrowser;
  app.addHook('onRequest', async (request, reply) => {
    if (isOpen) return;
    const [path = ''] = request.url.split('?', 1);
    if (!isClosed(path.replace(/(.)\/$/, '$1'), request.headers.accept ?? '')) return;
    isOpen = !(await isUnfinished(context));
    if (!isOpen) return answer(reply, path);
  });
};
