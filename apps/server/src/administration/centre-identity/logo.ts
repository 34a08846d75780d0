import { LOGO_MAX_BYTES } from '@snimok/contract/administration/centre-identity';
import { invalid, Problem } from '../../platform/errors/errors.ts';
import type { Sandbox } from '../../platform/outside/sandbox/sandbox.ts';
import { encodeSandboxed } from './sandboxed-logo.ts';
import { sentences } from './sentences.ts';

const DATA_URL = /^data:image\/(?:png|jpeg|webp);base64,([A-Za-z0-9+/]+={0,2})$/;

/** The format is read from the first bytes. sharp would also decode an SVG, which may refer to other files. */
const SIGNATURES: ((bytes: Buffer) => boolean)[] = [
  (bytes) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
  (bytes) => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff',
  (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
];

/** The stored PNG of an uploaded logo. @throws Problem if the file is not a picture of an allowed type and size */
export const cleanLogo = async (sandbox: Sandbox, dataURL: string): Promise<Buffer> => {
  const [, base64 = ''] = DATA_URL.exec(dataURL) ?? [];
  const file = Buffer.from(base64, 'base64');
  if (file.length > LOGO_MAX_BYTES) throw new Problem(413, sentences.logoTooLarge);
  if (!SIGNATURES.some((matches) => matches(file))) throw invalid(sentences.logoType);
  const encoded = await encodeSandboxed(sandbox, file);
  if ('failed' in encoded) throw invalid(sentences.logoUnreadable);
  return Buffer.from(encoded.png);
};
