import { randomBytes } from 'node:crypto';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { conflict } from '../../platform/errors/errors.ts';
import { openText, sealText } from '../../platform/secrets/sealed-text.ts';
import { stepOfCode } from './totp.ts';
import { sentences } from './sentences.ts';

/** RFC 4226 §4: 160 bits. */
const SECRET_BYTES = 20;

type Parts = Pick<Context, 'secrets' | 'clock'>;

const rowName = (accountID: number) => `totp:${accountID}`;

const seal = ({ secrets }: Parts, accountID: number, secret: Buffer): Buffer =>
  sealText(secrets.secondFactors, rowName(accountID), secret.toString('base64url'));

export const findTOTP = (db: Tx, accountID: number) =>
  db.selectFrom('totpSecrets').selectAll().where('accountID', '=', accountID).executeTakeFirst();

/** Makes a secret that waits for its first code; replaces an earlier one that still waits. */
export const startTOTP = async (parts: Parts, tx: Tx, accountID: number): Promise<Buffer> => {
  const secret = randomBytes(SECRET_BYTES);
  const sealedSecret = seal(parts, accountID, secret);
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('totpSecrets')
    .values({ accountID, sealedSecret, createdAt: parts.clock.now() })
    .onConflict((existing) =>
      existing
        .column('accountID')
        .doUpdateSet({ sealedSecret, createdAt: parts.clock.now() })
        .where('totpSecrets.confirmedAt', 'is', null),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n) throw conflict(sentences.totpExists);
  return secret;
};

/**
 * Accepts a code once. False for a wrong code, and for a code whose step is not later than the step of the last
 * accepted code. Of two simultaneous requests with one code, only one succeeds. With `confirm`, the first code
 * confirms the secret; without it, a secret that was never confirmed accepts no code.
 */
export const takeTOTPCode = async (
  parts: Parts,
  tx: Tx,
  accountID: number,
  { code, confirm = false }: { code: string; confirm?: boolean },
): Promise<boolean> => {
  const row = await findTOTP(tx, accountID);
  if (!row || (row.confirmedAt !== null) === confirm) return false;
  const text = openText(parts.secrets.secondFactors, rowName(accountID), row.sealedSecret);
  if (text === null) throw conflict(sentences.totpUnreadable);
  const secret = Buffer.from(text, 'base64url');
  const now = parts.clock.now();
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ''), now);
  if (step === null) return false;
  const { numUpdatedRows } = await tx
    .updateTable('totpSecrets')
    .set({
      lastStep: step,
      lastUsedAt: now,
      ...(confirm && { confirmedAt: now }),
      // sealed with the present SECRET, so that a previous one is no longer needed
      sealedSecret: seal(parts, accountID, secret),
    })
    .where('accountID', '=', accountID)
    .where('createdAt', '=', row.createdAt)
    .where((each) => each.or([each('lastStep', 'is', null), each('lastStep', '<', step)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
};

export const deleteTOTP = async (tx: Tx, accountID: number): Promise<void> => {
  await tx.deleteFrom('totpSecrets').where('accountID', '=', accountID).execute();
};
