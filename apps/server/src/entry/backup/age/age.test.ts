import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
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

/** Made by an earlier version of the portal, which read keys without a library. */
const EARLIER_IDENTITY = `# created: 2026-11-28T12:00:00.000Z
# public key: age138p6qkf4g0q69203lk5wqh69j2snc5vhz70zarjwz3lueu4c5uzsc3p9w0
AGE-SECRET-KEY-1JRD3XW7E94K2TGXVLEDXU2WYZ4E7F5YFK325YP0NJSN3U64NYE8QQ2PPNL
`;
const EARLIER =
  'YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgyNTUxOSBuM3B5Vmt5aTFyZFVUdUx5bTBPNHl4eVd5bXVoSERBL2VhQ25JNWF6eXo4CkpwcmMwSURpbFEz' +
  'RHRIbkI3b1VjZ2d5aDlObzE3d2NnUWh6RFNVZ3VsWEUKLS0tIHljL1gzMkNYZmMwRDJNWkw2TmVaRGN5M2tUOE0ydWxNenQ4YW9yNzdhZTgKV2UXoYOr' +
  'h9KXAZJIHUoJskd9MbDkMTrd7rITMk+b0UwNpBZTUti55LziyaXm9KlXvBrU+zWakLESKwLtCx0+Sf47hRM6vZtjIs4zcQ==';

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

test('a file encrypted by the age-encryption library is decrypted', async () => {
  const path = await newFile(Buffer.from(BY_AGE, 'base64'));
  const identities = parseIdentities(IDENTITY);
  expect(identities.map(({ recipient }) => recipient.text)).toEqual([
    'age1ryu905503amgkax2e6ms3027kjwxej6q0wr2w0un0wev9rp9f4cqr4dttl',
  ]);
  expect(await text(await ageDecrypted(path, identities))).toBe('Снимок: a file of age');
  expect(await ageSizeOf(path)).toBe(Buffer.byteLength('Снимок: a file of age'));
});

test('a file of an earlier version of the portal is decrypted', async () => {
  const path = await newFile(Buffer.from(EARLIER, 'base64'));
  const identities = parseIdentities(EARLIER_IDENTITY);
  expect(EARLIER_IDENTITY).toContain(identities[0]?.recipient.text);
  expect(await text(await ageDecrypted(path, identities))).toBe('Снимок: a backup of an earlier version');
});

test.each([0, 1, BLOCK_BYTES, 2 * BLOCK_BYTES + 1])(
  'a file of %d bytes is exchanged with another implementation in both directions',
  async (size) => {
    const { recipient, file } = newIdentity(new Date());
    const [secret = ''] = /^AGE-SECRET-KEY-1.*$/m.exec(file) ?? [];
    expect(await identityToRecipient(secret)).toBe(recipient);
    const plain = randomBytes(size);
    const decrypter = new Decrypter();
    decrypter.addIdentity(secret);
    const ours = await readFile(await encryptedTo([recipient], plain));
    expect(plain.equals(await decrypter.decrypt(ours))).toBe(true);
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const theirs = await newFile(Buffer.from(await encrypter.encrypt(plain)));
    expect((await buffer(await ageDecrypted(theirs, parseIdentities(file)))).equals(plain)).toBe(true);
    expect(await ageSizeOf(theirs)).toBe(size);
  },
);

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
  for (const other of [
    `A${recipient.slice(1)}`,
    recipient.replace('age1', 'agf1'),
    recipient.slice(0, -1),
    '',
  ])
    expect(() => parseRecipient(other)).toThrow('is not a public key of age');
  expect(() => parseIdentities(file.replace('AGE-SECRET-KEY-1', 'AGE-SECRET-KEY-1QQ'))).toThrow(
    'no private key',
  );
});
