import type { Initiator } from '../../../platform/audit/record.ts';
import type { Context } from '../../../platform/context.ts';
import { Problem } from '../../../platform/errors/errors.ts';
import { macOf } from '../../../platform/secrets/key-ring.ts';

/**
 * Runs a sign-in and records its failure. The record has the account's id or, if there is no account, a keyed hash of the e-mail
 * address. Thus attempts with one address can be counted although the address is not stored. The record is buffered in memory,
 * so that the response time does not show whether the account exists.
 */
export const recordFailures = async <Result>(
  { auditBuffer, secrets }: Pick<Context, 'auditBuffer' | 'secrets'>,
  { mailbox, account }: { mailbox: string; account: { id: number } | undefined },
  by: Initiator,
  signIn: () => Promise<Result>,
): Promise<Result> => {
  const hash = macOf(secrets.auditNames, mailbox).toString('hex').slice(0, 16);
  try {
    return await signIn();
  } catch (cause) {
    if (cause instanceof Problem && cause.status < 500) {
      const subject: Record<string, string | number> = account
        ? { accountID: account.id }
        : { mailbox: hash };
      const reason = cause.status === 429 ? 'throttled' : cause.message;
      auditBuffer.addBounded(
        { actor: { kind: 'nobody' }, address: by.address },
        { action: 'account.sign-in-failed', details: { ...subject, reason } },
      );
    }
    throw cause;
  }
};
