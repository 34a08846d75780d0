import { createHash, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newPrivateText, privateKey, publicText } from '@snimok/releases/keys';
import { RELEASE, SIGNATURE, signatureOf } from '@snimok/releases/signature';
import { onTestFinished } from 'vitest';

export const releaseKey = privateKey(newPrivateText(), 'key');
/** The key that a program contains. */
export const releaseKeyText = publicText(releaseKey);

/** A version of the program; a higher number is newer. */
export const version = (number: number): string => `0.1.0+${number}.abcdef01`;

/** A program that prints its version and then has many bytes. */
export const programOf = (number: number): Buffer =>
  Buffer.concat([
    Buffer.from(`#!/bin/sh\necho '${version(number)}'\nexit 0\n`),
    Buffer.alloc(300_000, `${number}`),
  ]);

/** A client that notices the end at once loses what it has received but not read. */
const CLOSE_MS = 100;

interface Portal {
  address: string;
  /** the content of each file below /programs; a test may replace one */
  files: Map<string, Buffer>;
  /** the requests, as `release.json` or `snimok 100-` with the first byte that was asked for */
  requests: string[];
  /** each answer breaks off after this many bytes of the file */
  breakAfter: number;
  /** more bytes follow the file, without an end */
  isEndless: boolean;
}

/** Offers a signed program for `linux-x64`; `change` changes the description before it is signed. */
export async function programsPortal(
  program: Buffer,
  description: object = {},
  key: KeyObject = releaseKey,
): Promise<Portal> {
  const sha256 = createHash('sha256').update(program).digest('hex');
  const file = { name: 'snimok', system: 'linux-x64', sizeBytes: program.length, sha256 };
  const release = { program: 'snimok', version: version(2), files: [file], ...description };
  const bytes = Buffer.from(JSON.stringify(release));
  const files = new Map([
    [RELEASE, bytes],
    [SIGNATURE, Buffer.from(signatureOf(bytes, key))],
    ['snimok', program],
  ]);
  const portal: Portal = {
    address: '',
    files,
    requests: [],
    breakAfter: Number.POSITIVE_INFINITY,
    isEndless: false,
  };
  const server = createServer((request, response) => answer(portal, request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  portal.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return portal;
}

function answer(
  { files, requests, breakAfter, isEndless }: Portal,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const name = request.url?.replace('/programs/', '') ?? '';
  const bytes = files.get(name);
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1];
  requests.push(range === undefined ? name : `${name} ${range}-`);
  // as a portal without such a file answers
  if (!bytes) return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>');
  const rest = bytes.subarray(Number(range ?? 0));
  if (name === 'snimok' && isEndless) {
    const timer = setInterval(() => response.write(bytes), 1);
    return response.writeHead(200).on('close', () => clearInterval(timer));
  }
  response.writeHead(range === undefined ? 200 : 206, { 'content-length': rest.length });
  if (name !== 'snimok' || rest.length <= breakAfter) return response.end(rest);
  return response.write(rest.subarray(0, breakAfter), () => setTimeout(() => response.destroy(), CLOSE_MS));
}
