import type { SecondFactorMethod } from '@snimok/contract/second-factors';
import type { z } from 'zod';
import type { Config } from '../../platform/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { countRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.ts';
import { deleteTOTP, findTOTP } from './totp-secrets.ts';

export type Method = z.infer<typeof SecondFactorMethod>;

/** What an account may present after its password; none without a second factor, and with `MFA=off`. */
export const listMethods = async (
  db: Tx,
  { mfa }: Pick<Config, 'mfa'>,
  accountID: number,
): Promise<Method[]> => {
  if (mfa === 'off') return [];
  const factors = await listFactors(db, accountID);
  if (factors.length === 0) return [];
  return [...factors, ...((await countRecoveryCodes(db, accountID)) > 0 ? (['recovery'] as const) : [])];
};

/** The factors themselves, without the recovery codes that stand for them. */
const listFactors = async (db: Tx, accountID: number): Promise<Method[]> => {
  const totp = await findTOTP(db, accountID);
  return totp?.confirmedAt ? ['totp'] : [];
};

/** Whether an account of this role must have a second factor. */
export const isFactorRequired = ({ mfa }: Pick<Config, 'mfa'>, role: string): boolean =>
  mfa === 'all' || (mfa === 'assistants' && role === 'assistant');

/** Removes every factor and recovery code. */
export const deleteFactors = async (tx: Tx, accountID: number): Promise<void> => {
  await deleteTOTP(tx, accountID);
  await deleteRecoveryCodes(tx, accountID);
};
