import { expect, test } from 'vitest';
import { BrokenMultipart, readParts } from './multipart-related.ts';

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const partsOf = async (text: string, size = 7, boundary = 'b') => {
  const parts: { type: string | undefined; body: string }[] = [];
  for await (const { headers, body } of readParts(inChunks(Buffer.from(text, 'latin1'), size), boundary)) {
    const chunks: Buffer[] = [];
    for await (const chunk of body) chunks.push(Buffer.from(chunk));
    parts.push({ type: headers.get('content-type'), body: Buffer.concat(chunks).toString('latin1') });
  }
  return parts;
};

test('a message is split into the same parts whatever the size of its chunks', async () => {
  const bodies = ['', '\r\n', 'DICM\0ÿ', '\r\n--', '\r\n-\r\n--\r\n', 'x'.repeat(50)];
  const parts = bodies.map(
    (body) => `--b \t\r\ncontent-TYPE:  application/dicom \r\nX: 1\r\n\r\n${body}\r\n`,
  );
  const expected = bodies.map((body) => ({ type: 'application/dicom', body }));
  const message = `${parts.join('')}--b--\r\nignored`;
  for (let size = 1; size <= message.length; size++) {
    expect(await partsOf(message, size)).toEqual(expected);
    expect(await partsOf(`preamble\r\n${message}`, size)).toEqual(expected);
  }
  expect(await partsOf('--b--')).toEqual([]);
  expect(await partsOf('--b\r\n\r\nwithout headers\r\n--b--')).toEqual([
    { type: undefined, body: 'without headers' },
  ]);
});

test.each([
  ['an empty body', ''],
  ['another boundary', '--c\r\n\r\nx\r\n--c--'],
  ['a preamble without end', 'x'.repeat(20_000)],
  ['no closing delimiter', '--b\r\n\r\nx\r\n--b\r\n\r\ny'],
  ['an end in a delimiter', '--b\r\n\r\nx\r\n--'],
  ['an end in the headers', '--b\r\nA: 1'],
  ['a malformed header', '--b\r\nno colon\r\n\r\nx\r\n--b--'],
  ['headers without end', `--b\r\n${'A: 1\r\n'.repeat(5000)}\r\n\r\n--b--`],
  ['a long header', `--b\r\nA: ${'1'.repeat(20_000)}`],
  ['the boundary inside a part', '--b\r\n\r\nx\r\n--bc\r\n--b--'],
  ['padding without end', `--b${' '.repeat(20_000)}`],
])('a multipart message with %s is refused', async (_name, message) => {
  for (const size of [1, 64, 100_000]) await expect(partsOf(message, size)).rejects.toThrow(BrokenMultipart);
});
