import type { SecondFactorMethod } from '@snimok/contract/people/second-factors';
import type { z } from 'zod';
import type { Config } from '../../platform/settings/config.ts';
import type { Tx } from '../../platform/db/client.ts';
import { countRecoveryCodes, deleteRecoveryCodes } from './recovery-codes.ts';
import { deletePasskeys, listPasskeys } from './passkeys.ts';
import { deleteTOTP, findTOTP } from './totp-secrets.ts';

export type Method = z.infer<typeof SecondFactorMethod>;

/**
 * The methods that an account may use after its password; none if it has no second factor, and with `MFA=off`. The passkey is
 * last, because pages of versions before passkeys offer only the first two methods.
 */
export const listMethods = async (
  db: Tx,
  { mfa }: Pick<Config, 'mfa'>,
  accountID: number,
): Promise<Method[]> => {
  if (mfa === 'off') return [];
  const totp = await findTOTP(db, accountID);
  const hasTOTP = Boolean(totp?.confirmedAt);
  const hasPasskey = (await listPasskeys(db, accountID)).length > 0;
  if (!hasTOTP && !hasPasskey) return [];
  const hasCodes = (await countRecoveryCodes(db, accountID)) > 0;
  return [
    ...(hasTOTP ? (['totp'] as const) : []),
    ...(hasCodes ? (['recovery'] as const) : []),
    ...(hasPasskey ? (['passkey'] as const) : []),
  ];
};

/** Whether an account of this role must have a second factor. */
export const isFactorRequired = ({ mfa }: Pick<Config, 'mfa'>, role: string): boolean =>
  mfa === 'all' || (mfa === 'assistants' && role === 'assistant');

/** Removes every factor and recovery code. */
export const deleteFactors = async (tx: Tx, accountID: number): Promise<void> => {
  await deleteTOTP(tx, accountID);
  await deletePasskeys(tx, accountID);
  await deleteRecoveryCodes(tx, accountID);
};
