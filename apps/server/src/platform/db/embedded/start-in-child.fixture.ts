/** A program that starts the database in the folder given as argument, prints one line of JSON, and keeps running. */
import { startEmbedded } from './embedded.ts';

const started = await startEmbedded({
  folder: process.argv[2]!,
  settings: { fsync: process.argv[3] ?? 'on' },
});
console.log(JSON.stringify({ url: started.url, port: started.port, reused: started.reused }));
setInterval(() => {}, 60_000);
