import { writeFileSync } from 'node:fs';
import { newPrivateText, privateKey, publicText } from '../../packages/releases/src/keys.ts';

// `npm run release-key -- FILE`: a key with which releases are signed. FILE.pub is the public key.

const [file] = process.argv.slice(2);
if (!file) {
  process.stderr.write('Usage: npm run release-key -- FILE\n');
  process.exit(1);
}
const text = newPrivateText();
writeFileSync(file, text, { mode: 0o600, flag: 'wx', flush: true });
writeFileSync(`${file}.pub`, publicText(privateKey(text, file)));
process.stdout.write(
  `Private key: ${file}. Whoever has it can install programs on every portal with its packages: keep it away from this machine and from the releases.\nPublic key: ${file}.pub\n`,
);
