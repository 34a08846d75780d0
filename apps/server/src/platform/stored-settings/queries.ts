import { settingRow } from '@snimok/contract/administration/portal-settings';
import { sql } from 'kysely';
import type { Tx } from '../db/client.ts';
import { openText, sealText } from '../secrets/sealed-text.ts';
import type { Secrets } from '../secrets/secrets.ts';

const rowName = (name: string) => `portal setting:${name}`;

const isSecret = (name: string): boolean => {
  const row = settingRow(name);
  return row !== undefined && 'isSecret' in row;
};

/** The stored settings by name; null for a setting that was encrypted with another SECRET. */
export const listStoredSettings = async (
  db: Tx,
  secrets: Pick<Secrets, 'storedSettings'>,
): Promise<Map<string, string | null>> => {
  const rows = await db.selectFrom('portalSettings').selectAll().orderBy('name').execute();
  const textOf = ({ name, value, sealedValue }: (typeof rows)[number]) =>
    sealedValue ? openText(secrets.storedSettings, rowName(name), sealedValue) : value;
  return new Map(rows.map((row) => [row.name, textOf(row)]));
};

/** Stores a setting; secrets are encrypted. Null removes the setting. Count the change with `countChange`. */
export const storeSetting = async (
  tx: Tx,
  secrets: Pick<Secrets, 'storedSettings'>,
  name: string,
  text: string | null,
): Promise<void> => {
  if (text === null) {
    await tx.deleteFrom('portalSettings').where('name', '=', name).execute();
    return;
  }
  const columns = isSecret(name)
    ? { value: null, sealedValue: sealText(secrets.storedSettings, rowName(name), text) }
    : { value: text, sealedValue: null };
  await tx
    .insertInto('portalSettings')
    .values({ name, ...columns })
    .onConflict((existing) => existing.column('name').doUpdateSet(columns))
    .execute();
};

export const findSettingsState = (db: Tx) =>
  db.selectFrom('portalSettingsState').select(['version', 'restarts']).executeTakeFirstOrThrow();

/**
 * Counts a change of the settings, and locks them. False if they have been changed since `version`. Without `version`,
 * any change is counted.
 */
export const countChange = async (tx: Tx, version?: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('portalSettingsState')
    .set({ version: sql`version + 1` })
    .$if(version !== undefined, (update) => update.where('version', '=', version ?? 0))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

/** Makes every process of the portal restart within seconds (`watch-restarts.ts`). */
export const countRestart = async (tx: Tx): Promise<void> => {
  await tx
    .updateTable('portalSettingsState')
    .set({ restarts: sql`restarts + 1` })
    .execute();
};
