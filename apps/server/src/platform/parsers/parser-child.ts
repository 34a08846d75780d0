import { Worker } from 'node:worker_threads';
import { boundedReply } from './bounded-reply.ts';

/**
 * The main module of a parser process, which its parent kills at a limit of time or memory. The file named by the
 * first argument runs in a thread. This main thread therefore always receives `disconnect`, and exits when the parent
 * has ended, even while a malicious file keeps the parser in an endless loop. A second argument limits the bytes of an
 * answer.
 */
const [, , threadFile = '', limit] = process.argv;
const maxReplyBytes = limit === undefined ? undefined : Number(limit);
const parser = new Worker(threadFile);
process.on('disconnect', () => process.exit(0));
process.on('message', (task) => parser.postMessage(task));
parser.on('message', (reply: object) => process.send?.(boundedReply(reply, maxReplyBytes)));
parser.on('error', () => process.exit(1));
process.send?.({ ready: true });
