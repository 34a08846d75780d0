import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPythonPackages } from './programs/python-packages.mjs';
import { giveUp, root, runQuietly } from './programs/toolchain.mjs';

// Builds packages/imaging/wasm/jpeg-xl.wasm, the decoder of JPEG XL, from the sources of libjxl in the crate `jpegxl-src`.
// It needs Python with pip, cargo, cmake and ninja, and takes ten minutes. `node scripts/build-jpeg-xl.mjs --check` compares
// the bytes with those of the file in the repository.

const SOURCE = { crate: 'jpegxl-src', version: '0.11.2' };
/** Of the crate, in the index of crates.io. */
const CHECKSUM = '96c328aa9d824459bfb9aef47b8b3defa126df1bbd6fd3a1e59e703911d6dd00';
const TARGET = ['-target', 'wasm32-wasi', '-mcpu=generic+simd128'];
/** Must be those of `jpeg-xl.ts`: 2 GiB are 32,768 pages. */
const MAX_MEMORY = 2 * 1024 ** 3;
const LIBRARIES = [
  'lib/libjxl_dec.a',
  'lib/libjxl_cms.a',
  'third_party/brotli/libbrotlidec.a',
  'third_party/brotli/libbrotlicommon.a',
  'third_party/highway/libhwy.a',
];
/** Parts of libjxl that a decoder does not need. */
const LEFT_OUT = [
  'TOOLS',
  'JPEGLI',
  'DOXYGEN',
  'MANPAGES',
  'BENCHMARK',
  'EXAMPLES',
  'JNI',
  'SJPEG',
  'OPENEXR',
];

const wasmFolder = join(root, 'packages/imaging/wasm');
const wasmFile = join(wasmFolder, 'jpeg-xl.wasm');

const must = async (command, args, options) => {
  const { code, output } = await runQuietly(command, args, options);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')}\n${output}`);
};

/** cargo verifies the crate by the checksum in the lock file that it writes. */
const fetchSource = async (folder) => {
  const { crate, version } = SOURCE;
  const manifest = `[package]\nname = "source"\nversion = "0.0.0"\n\n[dependencies]\n${crate} = "=${version}"\n`;
  mkdirSync(join(folder, 'src'));
  writeFileSync(join(folder, 'src/lib.rs'), '');
  writeFileSync(join(folder, 'Cargo.toml'), manifest);
  await must('cargo', ['vendor', '--quiet', 'vendor'], { cwd: folder });
  if (!readFileSync(join(folder, 'Cargo.lock'), 'utf8').includes(CHECKSUM))
    throw new Error(`${crate} ${version} has another checksum than before`);
  return join(folder, 'vendor', crate, 'libjxl');
};

/** cmake wants one program for each tool. */
const writeTools = (folder, zig) => {
  const tools = { cc: ['cc', ...TARGET], cxx: ['c++', ...TARGET], ar: ['ar'], ranlib: ['ranlib'] };
  for (const [name, command] of Object.entries(tools)) {
    writeFileSync(join(folder, name), `#!/bin/sh\nexec ${zig} ${command.join(' ')} "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  const settings = {
    CMAKE_SYSTEM_NAME: 'Generic',
    CMAKE_SYSTEM_PROCESSOR: 'wasm32',
    CMAKE_C_COMPILER: join(folder, 'cc'),
    CMAKE_CXX_COMPILER: join(folder, 'cxx'),
    CMAKE_AR: join(folder, 'ar'),
    CMAKE_RANLIB: join(folder, 'ranlib'),
    CMAKE_C_COMPILER_WORKS: 1,
    CMAKE_CXX_COMPILER_WORKS: 1,
    CMAKE_TRY_COMPILE_TARGET_TYPE: 'STATIC_LIBRARY',
  };
  const lines = Object.entries(settings).map(([name, value]) => `set(${name} ${value})\n`);
  writeFileSync(join(folder, 'tools.cmake'), lines.join(''));
};

/** @returns the bytes of the module */
const build = async (folder) => {
  const zig = join(await installPythonPackages('ziglang'), 'ziglang/zig');
  const source = await fetchSource(folder);
  writeTools(folder, zig);
  const libraries = join(folder, 'build');
  await must('cmake', [
    ...['-S', source, '-B', libraries, '-G', 'Ninja'],
    `-DCMAKE_TOOLCHAIN_FILE=${join(folder, 'tools.cmake')}`,
    `-DCMAKE_CXX_FLAGS=-ffile-prefix-map=${folder}=.`,
    ...['-DCMAKE_BUILD_TYPE=Release', '-DBUILD_SHARED_LIBS=OFF', '-DBUILD_TESTING=OFF', '-DJPEGXL_STATIC=ON'],
    ...['-DJPEGXL_ENABLE_SKCMS=ON', '-DJPEGXL_BUNDLE_LIBPNG=OFF', '-DJPEGXL_ENABLE_TCMALLOC=OFF'],
    ...LEFT_OUT.map((name) => `-DJPEGXL_ENABLE_${name}=OFF`),
  ]);
  await must('ninja', ['-C', libraries, 'jxl_dec', 'jxl_cms', 'brotlidec', 'hwy']);
  const linked = join(folder, 'jpeg-xl.wasm');
  await must(join(folder, 'cxx'), [
    ...['-O2', '-fno-exceptions', '-fno-rtti', '-DJXL_STATIC_DEFINE', '-mexec-model=reactor'],
    ...['-I', join(libraries, 'lib/include'), '-I', join(source, 'lib/include')],
    ...['--import-memory', `--max-memory=${MAX_MEMORY}`, '--gc-sections', '-s'].map((flag) => `-Wl,${flag}`),
    '-Wl,-z,stack-size=1048576',
    join(wasmFolder, 'jpeg-xl.cc'),
    ...LIBRARIES.map((library) => join(libraries, library)),
    ...['-o', linked],
  ]);
  return readFileSync(linked);
};

const folder = mkdtempSync(join(tmpdir(), 'snimok-jpeg-xl-'));
try {
  const bytes = await build(folder);
  const digest = (content) => createHash('sha256').update(content).digest('hex');
  if (!process.argv.includes('--check')) writeFileSync(wasmFile, bytes);
  else if (digest(bytes) !== digest(readFileSync(wasmFile)))
    throw new Error(`the build gives ${digest(bytes)}, not the file in the repository`);
  process.stdout.write(`${wasmFile}: ${bytes.length} bytes, SHA-256 ${digest(bytes)}\n`);
} catch (cause) {
  giveUp(cause instanceof Error ? cause.message : String(cause));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
