import { FIRST_START_STEPS, type FirstStartStep } from '@snimok/contract/administration/first-start';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/client.ts';
import { hashToken, newToken } from '../../platform/secrets/hash-token.ts';
import { after } from '../../platform/time-and-sizes/clock.ts';
import { DAY_MS } from '../../platform/time-and-sizes/duration.ts';

/** The settings of the steps that ask for settings. */
export const settingsOfStep = {
  factor: [],
  mail: ['MAIL_URL', 'MAIL_FROM'],
  address: ['PUBLIC_URL', 'TLS', 'TLS_CERTIFICATE', 'TLS_KEY'],
  backup: ['BACKUP_FOLDER', 'BACKUP_TIME'],
} as const satisfies Partial<Record<FirstStartStep, readonly string[]>>;

/** The row of the first start; `forUpdate` locks it until the end of the transaction. */
export const findFirstStart = (db: Tx, { forUpdate = false } = {}) =>
  db
    .selectFrom('firstStart')
    .selectAll()
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();

type FirstStartRow = Awaited<ReturnType<typeof findFirstStart>>;

/**
 * Whether the portal is not set up yet. An account that was not made by the first start, for example by the command, ends it
 * too.
 */
export const isUnfinished = async (
  { config, db }: Pick<Context, 'config' | 'db'>,
  row?: FirstStartRow,
): Promise<boolean> => {
  if (!config.firstStartInBrowser) return false;
  const { finishedAt, accountID } = row ?? (await findFirstStart(db));
  if (finishedAt !== null) return false;
  if (accountID !== null) return true;
  const account = await db.selectFrom('accounts').select('id').limit(1).executeTakeFirst();
  return account === undefined;
};

/** Replaces the token of the first start. Null if the portal is set up. */
export const renewToken = async ({
  config,
  db,
  clock,
}: Pick<Context, 'config' | 'db' | 'clock'>): Promise<string | null> => {
  if (!(await isUnfinished({ config, db }))) return null;
  const token = newToken();
  await db
    .updateTable('firstStart')
    .set({ tokenHash: hashToken(token), tokenExpiresAt: after(clock.now(), DAY_MS) })
    .execute();
  return token;
};

/** The steps of this portal, except those whose settings the environment fixes. */
export const stepsOf = ({ config }: Pick<Context, 'config'>): FirstStartStep[] => {
  const { environment } = config.given;
  const isAsked = (name: string) => environment[name] === undefined;
  return FIRST_START_STEPS.filter((step) => {
    if (step === 'factor') return config.mfaEnabled;
    return !(step in settingsOfStep) || isAsked(settingsOfStep[step as keyof typeof settingsOfStep][0] ?? '');
  });
};

export const markAnswered = async (tx: Tx, row: FirstStartRow, step: FirstStartStep): Promise<void> => {
  const answered = [...new Set([...row.answered, step])];
  await tx.updateTable('firstStart').set({ answered }).execute();
};

export const saveAdministrator = async (tx: Tx, row: FirstStartRow, accountID: number): Promise<void> => {
  await tx
    .updateTable('firstStart')
    .set({ accountID, answered: [...new Set([...row.answered, 'administrator'])] })
    .execute();
};

export const saveFinished = async (tx: Tx, now: Date): Promise<void> => {
  await tx
    .updateTable('firstStart')
    .set({ finishedAt: now, tokenHash: null, tokenExpiresAt: null })
    .execute();
};
