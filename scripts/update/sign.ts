import { readFileSync } from 'node:fs';
import { privateKey } from '../../packages/releases/src/keys.ts';
import { writeRelease } from './write-release.ts';

// Called by scripts/release.mjs: describes and signs the packages of a folder. Arguments: folder, key, facts as JSON.

const [folder = '', keyFile = '', facts = ''] = process.argv.slice(2);
const key = privateKey(readFileSync(keyFile, 'utf8'), keyFile);
const { version } = await writeRelease(folder, JSON.parse(facts), key);
process.stdout.write(`${folder}: version ${version}, signed.\n`);
