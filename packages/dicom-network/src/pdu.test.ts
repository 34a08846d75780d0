import { expect, test } from 'vitest';
import { dataPDUs, fragmentsIn } from './pdu.ts';

const pieces = (...lengths: number[]) => lengths.map((length) => new Uint8Array(length).fill(length));

const fragmentsOf = async (sizeBytes: number, lengths: number[], maxPDUBytes: number) => {
  const fragments = [];
  const part = { sizeBytes, pieces: pieces(...lengths) };
  for await (const pdu of dataPDUs(1, part, { isCommand: false, maxPDUBytes })) {
    expect(pdu.length).toBeLessThanOrEqual(maxPDUBytes + 6);
    fragments.push(...fragmentsIn(pdu.subarray(6)));
  }
  return fragments;
};

test('pieces of odd lengths are sent in fragments of even lengths, as PS3.8, E.1 requires', async () => {
  for (const maxPDUBytes of [1024, 1025]) {
    const lengths = [1, 1, 2047, 5, 3000, 0, 700];
    const fragments = await fragmentsOf(5754, lengths, maxPDUBytes);
    expect(fragments.every(({ content }) => content.length % 2 === 0)).toBe(true);
    expect(Buffer.concat(fragments.map(({ content }) => content))).toEqual(Buffer.concat(pieces(...lengths)));
    expect(fragments.map(({ isLast }) => isLast)).toEqual(
      fragments.map((_, at) => at === fragments.length - 1),
    );
  }
});

test('data that fit exactly into full fragments are not followed by an empty fragment', async () => {
  const fragments = await fragmentsOf(2036, [2036], 1024);
  expect(fragments.map(({ content, isLast }) => [content.length, isLast])).toEqual([
    [1018, false],
    [1018, true],
  ]);
});

test('pieces that are together shorter or longer than the given size are an error', async () => {
  for (const lengths of [[9], [11]])
    await expect(fragmentsOf(10, lengths, 1024)).rejects.toThrow('another length');
});
