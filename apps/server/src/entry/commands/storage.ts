import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../../platform/config.ts';
import { openSecrets } from '../../platform/outside/secrets.ts';
import { probe } from '../../platform/outside/storage/bucket/probe.ts';
import { setUpBucket } from '../../platform/outside/storage/bucket/set-up.ts';
import { openStorage } from '../../platform/outside/storage/open-storage.ts';
import { parseS3URL } from '../../platform/outside/storage/s3-location.ts';
import { createURLSigner } from '../../platform/outside/storage/signed-url.ts';

const usage = `Usage:
  npm run storage -- setup   makes buckets and their rules where they are missing; removes nothing
  npm run storage -- check   tries with an object of its own all that the portal does with its objects
For STORAGE_URL and ARCHIVE_URL, with the settings of the portal; pages ask from PUBLIC_URL.
Exit code 0: all is well; 2: something is left to do, each in one line; 1: not done.
`;

class Usage extends Error {}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Their names among the settings, where they are, and who asks from a page. What is archived no page ever asks for. */
const placesIn = ({ storageURL, archiveURL, publicURL }: Config) => [
  { name: 'STORAGE_URL', url: storageURL, origin: new URL(publicURL).origin },
  ...(archiveURL === 'off' ? [] : [{ name: 'ARCHIVE_URL', url: archiveURL, origin: null }]),
];

const open = async (config: Config) => {
  const { storage } = await openSecrets(config.dataDir, config.secret, config.centrifugo.secret);
  const signer = createURLSigner(storage);
  return Promise.all(
    placesIn(config).map(async (place) => ({ ...place, storage: await openStorage(place.url, { signer }) })),
  );
};

const commands: Record<string, (config: Config) => Promise<number>> = {
  async setup(config) {
    let refused = 0;
    for (const { name, url, origin } of placesIn(config)) {
      say(`${name}:`);
      if (url.startsWith('s3:'))
        refused += (await setUpBucket(parseS3URL(url), { origin, print: say })).refused;
      else say('  a folder: the portal makes it itself');
    }
    return refused;
  },

  async check(config) {
    const places = await open(config);
    let wrong = 0;
    for (const { name, storage, origin } of places) {
      say(`${name}:`);
      const others = places.filter((place) => place.storage !== storage).map((place) => place.storage);
      wrong += (await probe(storage, others, { origin, print: say })).failures;
    }
    return wrong;
  },
};

try {
  const { positionals } = parseArgs({ allowPositionals: true });
  const command = commands[positionals[0] ?? ''];
  if (!command || positionals.length > 1) throw new Usage('say what to do');
  const bad = await command(readConfig(process.env));
  if (bad > 0) say(`Left to do: ${bad}, see above.`);
  process.exitCode = bad === 0 ? 0 : 2;
} catch (cause) {
  const words = cause instanceof Error ? cause.message : String(cause);
  process.stderr.write(cause instanceof Usage ? `${words}\n${usage}` : `${words}\n`);
  process.exitCode = 1;
}
