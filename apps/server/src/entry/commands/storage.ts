import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../../platform/settings/config.ts';
import { openSecrets } from '../../platform/secrets/secrets.ts';
import { probe } from '../../platform/outside/storage/bucket/probe.ts';
import { setUpBucket } from '../../platform/outside/storage/bucket/set-up.ts';
import { openStorage } from '../../platform/outside/storage/opening-and-serving/open-storage.ts';
import { parseS3URL } from '../../platform/settings/locations/s3-location.ts';
import { openStorageKeys } from '../../platform/outside/storage/storage-keys.ts';
import { createURLSigner } from '../../platform/outside/storage/signed-url.ts';
import { chooseCommand, print, runCommandLine, UsageError } from './command-line.ts';

const usage = `Usage:
  npm run storage -- setup   creates missing buckets and their CORS and lifecycle rules; removes nothing
  npm run storage -- check   performs every operation that the portal needs, on objects of its own
Both apply to STORAGE_URL and ARCHIVE_URL, with the settings of the portal; CORS is checked for PUBLIC_URL.
Exit code 0: no problems; 2: problems, one on each line; 1: the command failed.
`;

/** The stores of the portal. `origin` is the origin of the pages that request objects; null for the archive: none do. */
const storesIn = ({ storageURL, archiveURL, publicURL }: Config) => [
  { name: 'STORAGE_URL', url: storageURL, origin: new URL(publicURL).origin },
  ...(archiveURL === 'off' ? [] : [{ name: 'ARCHIVE_URL', url: archiveURL, origin: null }]),
];

const open = async (config: Config) => {
  const { storage } = await openSecrets(config);
  const options = { signer: createURLSigner(...storage), keys: await openStorageKeys(config) };
  return Promise.all(
    storesIn(config).map(async (store) => ({ ...store, storage: await openStorage(store.url, options) })),
  );
};

const commands: Record<string, (config: Config) => Promise<number>> = {
  async setup(config) {
    let refused = 0;
    for (const { name, url, origin } of storesIn(config)) {
      print(`${name}:`);
      if (url.startsWith('s3:')) refused += (await setUpBucket(parseS3URL(url), { origin, print })).refused;
      else print('  a folder: the portal creates it when it starts');
    }
    return refused;
  },

  async check(config) {
    const stores = await open(config);
    let failures = 0;
    for (const { name, storage, origin } of stores) {
      print(`${name}:`);
      const others = stores.filter((other) => other.storage !== storage).map((other) => other.storage);
      failures += (await probe(storage, others, { origin, print })).failures;
    }
    return failures;
  },
};

await runCommandLine(usage, async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  const command = chooseCommand(commands, positionals[0]);
  if (positionals.length > 1) throw new UsageError(`Unexpected argument: ${positionals[1]}`);
  const problems = await command(readConfig(process.env));
  if (problems > 0) print(`${problems} problems, see above.`);
  return problems === 0 ? 0 : 2;
});
