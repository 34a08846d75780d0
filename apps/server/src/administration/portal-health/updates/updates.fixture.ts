import type { KeyObject } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getPortalHealth } from '@snimok/contract/administration/portal-health';
import { onTestFinished } from 'vitest';
import { startWithFolder } from '../../../entry/backup/scheduled/scheduled.fixture.ts';
import { buildApp } from '../../../entry/app.ts';
import type { Context } from '../../../platform/context.ts';
import { newPrivateText, privateKey, publicText } from '@snimok/releases/keys';
import { RELEASE, SIGNATURE, signatureOf } from '@snimok/releases/signature';
import type { Installation } from '../../../platform/releases/places.ts';
import type { Progress } from '../../../platform/releases/progress.ts';
import { ARCHITECTURE } from '../../../platform/releases/release.ts';
import { client } from '../../../testing/requests-and-waiting/client.ts';
import { responseOf } from '../../../testing/requests-and-waiting/contract.ts';
import { planUpdates } from './plan-updates.ts';

export const version = (number: number): string => `0.1.0+${number}.abcdef01`;

const key = privateKey(newPrivateText(), 'key');
export const otherKey = privateKey(newPrivateText(), 'other key');

const writeRelease = async (
  folder: string,
  number: number,
  { signedBy = key, oldestVersion = null, arch = ARCHITECTURE }: ReleaseOptions,
): Promise<void> => {
  const file = { name: 'portal.deb', arch, sizeBytes: 1, unpackedBytes: 1, sha256: '0'.repeat(64) };
  const description = {
    version: version(number),
    commit: 'abcdef01',
    newestMigration: '0144_portal_update',
    oldestVersion,
    files: [file],
  };
  const bytes = Buffer.from(JSON.stringify(description));
  await writeFile(join(folder, RELEASE), bytes);
  await writeFile(join(folder, SIGNATURE), signatureOf(bytes, signedBy));
};

interface ReleaseOptions {
  signedBy?: KeyObject;
  oldestVersion?: string | null;
  arch?: string;
}

/** Plays the updater, which runs as root: takes the request and writes its progress. */
const fakeUpdater = ({ request, progress }: Installation) => {
  const write = async (changes: Partial<Progress>, silentMs = 0) => {
    const written: Progress = {
      id: null,
      from: version(1),
      to: version(2),
      step: 'checking',
      startedAt: new Date().toISOString(),
      endedAt: null,
      outcome: null,
      reason: null,
      ...changes,
    };
    await writeFile(progress, JSON.stringify(written));
    const renewedAt = new Date(Date.now() - silentMs);
    await utimes(progress, renewedAt, renewedAt);
  };
  return {
    hasRequest: () => existsSync(request),
    /** Takes the request of the portal. */
    async take() {
      const read = JSON.parse(await readFile(request, 'utf8')) as { id: string; version: string };
      await rm(request);
      return read;
    },
    write,
    end: (id: string | null, outcome: Progress['outcome'], reason: Progress['reason'] = null) =>
      write({ id, endedAt: new Date().toISOString(), outcome, reason }),
  };
};

/** A portal of version 1 from a package, with a folder of releases, an updater that the test moves, and an administrator. */
export const startPackaged = async (settings: Record<string, string> = {}) => {
  const server = await startWithFolder(settings);
  const folder = join(server.context.config.dataDir, 'updates');
  const releases = join(folder, 'releases');
  await mkdir(releases, { recursive: true });
  const installation: Installation = {
    version: version(1),
    keys: [join(folder, 'missing.pub'), join(folder, 'release-key.pub')],
    request: join(folder, 'update-request.json'),
    progress: join(folder, 'progress.json'),
  };
  await writeFile(join(folder, 'release-key.pub'), publicText(key));

  /** A process of the portal with this package. */
  const open = async (changes: Partial<Context> = {}) => {
    const context: Context = { ...server.context, installation, ...changes };
    const app = buildApp(context);
    onTestFinished(async () => app.close());
    const address = await app.listen({ host: '127.0.0.1', port: 0 });
    return { context, newClient: () => client(address) };
  };
  const { context, newClient } = await open();
  const account = await server.make.assistant({ name: 'Дарья', email: 'darya@centre.test' });
  const signIn = async ({ email, password } = account, opened = newClient()) => {
    await opened.signIn(email, password);
    return opened;
  };
  const administrator = await signIn();
  const setSource = async (text: string | null) => {
    const { version: seen } = await server.context.db
      .selectFrom('portalSettingsState')
      .select('version')
      .executeTakeFirstOrThrow();
    return administrator.put('/assistant/portal-settings', {
      changes: { UPDATE_SOURCE: text },
      version: seen,
    });
  };
  // signs in each time, since a session does not outlast the days that pass
  const health = async () =>
    responseOf(getPortalHealth, await (await signIn()).get('/assistant/portal-health'));
  return {
    ...server,
    context,
    open,
    signIn,
    administrator,
    releases,
    setSource,
    publish: (number: number, options: ReleaseOptions = {}) => writeRelease(releases, number, options),
    updater: fakeUpdater(installation),
    look: () => administrator.post('/assistant/portal-health/updates/look'),
    ask: (number: number, when: 'now' | 'tonight' = 'now', by = administrator) =>
      by.post('/assistant/portal-health/updates', { version: version(number), when }),
    /** What a worker does each minute. */
    plan: (by = context) => planUpdates.run(by, {}, new AbortController().signal),
    update: async () => (await health()).update,
    line: async () => (await health()).lines.find(({ line }) => line === 'update'),
    audited: async () =>
      (await server.context.db.selectFrom('auditEvents').selectAll().orderBy('id').execute())
        .filter(({ action }) => action.startsWith('portal.update'))
        .map(({ action, details }) => [action, details]),
  };
};

/** A packaged portal that has found version 2 in its folder of releases. */
export const startWithOffer = async () => {
  const portal = await startPackaged();
  await portal.publish(2);
  await portal.setSource(portal.releases);
  await portal.look();
  return portal;
};
