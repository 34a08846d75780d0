import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { BLOCK_BYTES } from '../../../platform/outside/storage/block-cipher.ts';
import { ObjectDamaged } from '../../../platform/outside/storage/storage.ts';
import { ageDecrypted, ageEncrypted, ageSizeOf, WrongIdentity } from './age.ts';
import { newIdentity, parseIdentities, parseRecipient } from './keys.ts';

/** Made by the npm package age-encryption 0.3.1: encrypted to this key and to another one. */
const IDENTITY = `# public key: age1ryu905503amgkax2e6ms3027kjwxej6q0wr2w0un0wev9rp9f4cqr4dttl
AGE-SECRET-KEY-1CZFE4VSHPS3Z90RUFKSWX9EFSWXD8LVQWTVKT4U5UGJMN99H749QVRU0YG
`;
const BY_AGE =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBMOTdxT2VnWTBiYkxTVnNMQUVGQ2VzZlpLZVcwZlR5QWZwZ2JQTnZON1EwCndDU0M2WjJ3' +
  'M28xZDBIaXp2MWZPUUcxRXZjYS96bkVjN0tlSGVKSW41UDgKLT4gWDI1NTE5IEV6RkdZSkw5T3lONFpnZTNJQVIrM3FXTUVYaVJNQ1BKbTNSUmpz' +
  'MzRXQXMKS2ZBRzdEV3IzVnRMWDJZL1JtUW9KencxenRkTnlNWG81WlIwUHBPRTZqUQotLS0gMmFONjVvMmVmQm1HOTZHbjFucHpnSWlqNE1wbWht' +
  'eG5Zek1zN0xRWXduMArt8hvOzruntXz73u+9Rp8bOZU8YKSRtZU9dyzW/zdj/bxuT4QPHoEJahIMZdorsbszecG3nILgppzz8A==';

const newFile = async (content: Buffer): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'snimok-age-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'x.age'), content);
  return join(folder, 'x.age');
};

const encryptedTo = async (recipients: string[], plain: Buffer): Promise<string> => {
  const content = ageEncrypted(recipients.map(parseRecipient), Readable.from([plain]));
  return newFile(await buffer(Readable.from(content)));
};

test('a file of age is decrypted', async () => {
  const path = await newFile(Buffer.from(BY_AGE, 'base64'));
  const identities = parseIdentities(IDENTITY);
  expect(identities.map(({ recipient }) => recipient.text)).toEqual([
    'age1ryu905503amgkax2e6ms3027kjwxej6q0wr2w0un0wev9rp9f4cqr4dttl',
  ]);
  expect(await text(await ageDecrypted(path, identities))).toBe('Снимок: a file of age');
  expect(await ageSizeOf(path)).toBe(Buffer.byteLength('Снимок: a file of age'));
});

test('a file is decrypted by each of its recipients and by nobody else', async () => {
  const first = newIdentity(new Date());
  const second = newIdentity(new Date());
  const other = newIdentity(new Date());
  const plain = randomBytes(2 * BLOCK_BYTES);
  const path = await encryptedTo([first.recipient, second.recipient], plain);
  for (const { file } of [first, second]) {
    const found = await buffer(await ageDecrypted(path, parseIdentities(file)));
    expect(found.equals(plain)).toBe(true);
  }
  await expect(ageDecrypted(path, parseIdentities(other.file))).rejects.toThrow(WrongIdentity);
  await expect(ageDecrypted(path, [])).rejects.toThrow(WrongIdentity);
});

test('a changed or cut off file is not decrypted', async () => {
  const { recipient, file } = newIdentity(new Date());
  const path = await encryptedTo([recipient], randomBytes(2 * BLOCK_BYTES));
  const good = await readFile(path);
  const flipped = (at: number) => {
    const changed = Buffer.from(good);
    changed[at] = (changed[at] ?? 0) ^ 1;
    return changed;
  };
  const mac = good.indexOf('---') + 4;
  const attacks = [
    flipped(good.length - 1),
    flipped(mac),
    good.subarray(0, -BLOCK_BYTES - 16),
    good.subarray(0, 50),
  ];
  for (const content of attacks) {
    await writeFile(path, content);
    await expect(ageDecrypted(path, parseIdentities(file)).then(buffer)).rejects.toThrow(ObjectDamaged);
  }
});

test('a mistyped key is refused', () => {
  const { recipient, file } = newIdentity(new Date());
  const last = recipient.endsWith('q') ? 'p' : 'q';
  expect(() => parseRecipient(`${recipient.slice(0, -1)}${last}`)).toThrow('is not a public key of age');
  expect(() => parseIdentities(file.replace('AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1QQ'))).toThrow(
    'no private key',
  );
});
