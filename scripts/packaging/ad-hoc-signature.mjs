import { createHash } from 'node:crypto';

// The signature without an identity that linkers write into programs for macOS. Apple's processors run no program without one.
// The structures are those of `cs_blobs.h` and `mach-o/loader.h` in Apple's open sources; Go and LLVM write the same.

const MACH_O_64 = 0xfeedfacf;
const HEADER_SIZE = 32;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const COMMAND_SIZE = 16;
/** Segments end at pages of this size on Apple's processors. */
const SEGMENT_PAGE = 16_384;

const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
/** The version with the execution segment. */
const DIRECTORY_VERSION = 0x20400;
const DIRECTORY_SIZE = 88;
const BLOB_INDEX_SIZE = 20;
/** CS_ADHOC and CS_LINKER_SIGNED */
const FLAGS = 0x2_0002;
const MAIN_BINARY = 1n;
const SHA_256 = 2;
const HASH_SIZE = 32;
const PAGE_BITS = 12;

const alignUp = (value, size) => Math.ceil(value / size) * size;

/** The load commands: `[{ at, type, size }]`, offsets in bytes. */
const commandsOf = (program) => {
  const commands = [];
  let at = HEADER_SIZE;
  for (let left = program.readUInt32LE(16); left > 0; left -= 1) {
    const size = program.readUInt32LE(at + 4);
    commands.push({ at, size, type: program.readUInt32LE(at) });
    at += size;
  }
  return commands;
};

const findSegment = (program, commands, name) => {
  const found = commands.find(
    ({ at, type }) =>
      type === LC_SEGMENT_64 && program.toString('latin1', at + 8, at + 24).replace(/\0+$/, '') === name,
  );
  if (!found) throw new Error(`the program for macOS has no segment ${name}`);
  return {
    at: found.at,
    offset: Number(program.readBigUInt64LE(found.at + 40)),
    size: Number(program.readBigUInt64LE(found.at + 48)),
  };
};

/** Where the first section begins in the file: load commands must end before it. */
const contentStart = (program, commands) => {
  const starts = commands
    .filter(({ type }) => type === LC_SEGMENT_64)
    .flatMap(({ at }) => {
      const sections = program.readUInt32LE(at + 64);
      return Array.from({ length: sections }, (_, index) => program.readUInt32LE(at + 72 + index * 80 + 48));
    });
  return Math.min(...starts.filter((offset) => offset > 0));
};

/** @returns the bytes of the signature of `code`, which is the whole file before the signature */
const signatureOf = (code, { identifier, text }) => {
  const name = Buffer.from(`${identifier}\0`);
  const pages = Math.ceil(code.length / 2 ** PAGE_BITS);
  const hashesAt = DIRECTORY_SIZE + name.length;
  const directory = Buffer.alloc(hashesAt + pages * HASH_SIZE);
  const words = [
    CODE_DIRECTORY,
    directory.length,
    DIRECTORY_VERSION,
    FLAGS,
    hashesAt,
    DIRECTORY_SIZE,
    0,
    pages,
    code.length,
  ];
  words.forEach((word, index) => directory.writeUInt32BE(word, index * 4));
  directory.set([HASH_SIZE, SHA_256, 0, PAGE_BITS], 36);
  directory.writeBigUInt64BE(BigInt(text.offset), 64);
  directory.writeBigUInt64BE(BigInt(text.size), 72);
  directory.writeBigUInt64BE(MAIN_BINARY, 80);
  name.copy(directory, DIRECTORY_SIZE);
  for (let page = 0; page < pages; page += 1) {
    const bytes = code.subarray(page << PAGE_BITS, (page + 1) << PAGE_BITS);
    createHash('sha256')
      .update(bytes)
      .digest()
      .copy(directory, hashesAt + page * HASH_SIZE);
  }
  const index = Buffer.alloc(BLOB_INDEX_SIZE);
  [SUPER_BLOB, BLOB_INDEX_SIZE + directory.length, 1, 0, BLOB_INDEX_SIZE].forEach((word, at) =>
    index.writeUInt32BE(word, at * 4),
  );
  return Buffer.concat([index, directory]);
};

/**
 * Signs a program for macOS, of one architecture and without a signature, as a linker does. Returns the bytes of the signed
 * program; throws if the program has a signature or no space for the load command. @param identifier the name in the signature
 */
export const signAdHoc = (program, identifier) => {
  if (program.readUInt32LE(0) !== MACH_O_64) throw new Error('the program is not a Mach-O file of 64 bits');
  const commands = commandsOf(program);
  if (commands.some(({ type }) => type === LC_CODE_SIGNATURE))
    throw new Error('the program for macOS has a signature');
  const commandAt = HEADER_SIZE + program.readUInt32LE(20);
  if (commandAt + COMMAND_SIZE > contentStart(program, commands))
    throw new Error('the program for macOS has no space for the load command of its signature');
  const linkEdit = findSegment(program, commands, '__LINKEDIT');
  const text = findSegment(program, commands, '__TEXT');
  const codeSize = alignUp(linkEdit.offset + linkEdit.size, 16);
  const code = Buffer.alloc(codeSize);
  program.copy(code, 0, 0, linkEdit.offset + linkEdit.size);
  const options = { identifier, text };
  const signatureSize = signatureOf(code, options).length;

  code.writeUInt32LE(commands.length + 1, 16);
  code.writeUInt32LE(program.readUInt32LE(20) + COMMAND_SIZE, 20);
  [LC_CODE_SIGNATURE, COMMAND_SIZE, codeSize, signatureSize].forEach((word, index) =>
    code.writeUInt32LE(word, commandAt + index * 4),
  );
  const size = codeSize + signatureSize - linkEdit.offset;
  code.writeBigUInt64LE(BigInt(alignUp(size, SEGMENT_PAGE)), linkEdit.at + 32);
  code.writeBigUInt64LE(BigInt(size), linkEdit.at + 48);
  return Buffer.concat([code, signatureOf(code, options)]);
};
