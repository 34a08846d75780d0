import type { z } from 'zod';
import type { NewImportSource } from '@snimok/contract/reception/archive-import-values';
import type { Context } from '../../platform/context.ts';
import { openText, sealText } from '../../platform/secrets/sealed-text.ts';
import { openSource } from './sources/open-source.ts';
import type { Source, SourceSettings } from './sources/source.ts';

type OpenSource = (
  context: Pick<Context, 'config' | 'sandbox' | 'log'>,
  settings: SourceSettings,
) => Promise<Source>;

/** The functions that replace `openSource`, by the clock of their portal: all contexts of a portal share its clock. */
const replaced = new WeakMap<Context['clock'], OpenSource>();

/** Has a test's portal read a source of the test. */
export const replaceSource = ({ clock }: Pick<Context, 'clock'>, open: OpenSource): void =>
  void replaced.set(clock, open);

/** The name under which the secrets of an import are encrypted. */
const sealedFor = (importID: number) => `archive import ${importID}`;

/** Settings without secrets, and the secrets; null if there are none. */
export const splitSecrets = (settings: z.output<typeof NewImportSource>) => {
  const { kind } = settings;
  if (kind === 'pacs' || kind === 'folder') return { source: settings, secrets: null };
  const { password, ...rest } = settings;
  if (rest.kind === 'orthanc') return { source: rest, secrets: { password } };
  const { token, ...source } = rest;
  return { source, secrets: { password, token } };
};

export const sealSecrets = ({ secrets }: Pick<Context, 'secrets'>, importID: number, given: object): Buffer =>
  sealText(secrets.archiveImports, sealedFor(importID), JSON.stringify(given));

interface StoredSource {
  id: number;
  source: unknown;
  sealedSecrets: Buffer | null;
}

/** @throws SourceUnreachable */
export const openSourceOf = async (
  context: Context,
  { id, source, sealedSecrets }: StoredSource,
): Promise<Source> => {
  const text = sealedSecrets && openText(context.secrets.archiveImports, sealedFor(id), sealedSecrets);
  if (sealedSecrets && text === null)
    context.log.error({ importID: id }, 'the password of an archive was sealed with another SECRET');
  const none = { password: null, token: null };
  // written by `splitSecrets`
  const settings = { ...none, ...(source as object), ...(text ? JSON.parse(text) : {}) } as SourceSettings;
  const open = replaced.get(context.clock) ?? openSource;
  return open(context, settings);
};
