import { Worker } from 'node:worker_threads';

/**
 * Strangers' bytes are parsed here and nowhere else: a process of its own, which the parent kills when it takes too
 * long or grows too large. The work is done in a thread, so that this process's main thread always notices when the
 * parent is gone and ends, even while a hostile file keeps the other one busy for ever. What is done is the file named
 * by the first argument.
 */
const reader = new Worker(process.argv[2] ?? '');
process.on('disconnect', () => process.exit(0));
process.on('message', (task) => reader.postMessage(task));
reader.on('message', (reply: object) => process.send?.(reply));
reader.on('error', () => process.exit(1));
