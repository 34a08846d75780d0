import type { answerFirstStart } from '@snimok/contract/administration/first-start';
import type { z } from 'zod';
import { storeSettings } from '../../administration/portal-settings/change-settings.ts';
import { type Initiator, portalInitiator, record } from '../../platform/audit/record.ts';
import type { Context } from '../../platform/context.ts';
import { conflict, invalid } from '../../platform/errors/errors.ts';
import { findPublishedIdentity, updateIdentity } from '../../platform/letterhead/letterhead.ts';
import { readEffectiveConfig } from '../../platform/stored-settings/effective-config.ts';
import { countChange, countRestart } from '../../platform/stored-settings/queries.ts';
import { createDemo, type DemoAccount } from '../demo/fill.ts';
import { lockFirstStart } from './require-token.ts';
import { sentences } from './sentences.ts';
import { markAnswered, saveFinished, settingsOfStep, stepsOf } from './state.ts';

/** Who answers: the administrator, or the portal if there is none yet. */
const initiator = (address: string, accountID: number | null): Initiator =>
  accountID === null ? { ...portalInitiator, address } : { actor: { kind: 'account', accountID }, address };

export const saveCentreName = (context: Context, address: string, name: string): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const row = await lockFirstStart(context, tx);
    const { version, logoHash: _, ...contacts } = await findPublishedIdentity(tx);
    await updateIdentity(tx, version, { ...contacts, name });
    await record(tx, initiator(address, row.accountID), {
      action: 'identity.change',
      details: { withLogo: 'same' },
    });
    await markAnswered(tx, row, 'centre');
  });

/** Saves the settings of a step. Throws 400 for settings that belong to no step or to another step. */
export const answerStep = (
  context: Context,
  address: string,
  { step, changes }: z.output<typeof answerFirstStart.schema.body>,
): Promise<void> =>
  context.db.transaction().execute(async (tx) => {
    const row = await lockFirstStart(context, tx);
    if (!stepsOf(context).includes(step)) throw conflict(sentences.unknownStep);
    const own: readonly string[] = settingsOfStep[step];
    const names = Object.keys(changes);
    if (names.some((name) => !own.includes(name))) throw invalid(sentences.wrongSettings);
    if (names.length > 0) {
      await countChange(tx);
      await storeSettings(context, tx, initiator(address, row.accountID), changes);
    }
    await markAnswered(tx, row, step);
  });

/**
 * Ends the first start: its address is invalid from then on, and every process starts again with the saved settings.
 * Returns the address of the portal, if it is set, and the accounts of the demonstration, if it is wanted. The next
 * start uploads the images of the demonstration.
 */
export const finish = async (
  context: Context,
  address: string,
  demo: boolean,
): Promise<{ demoAccounts: DemoAccount[]; publicURL: string | null }> => {
  if (demo && context.config.databaseURL !== undefined) throw conflict(sentences.noDemo);
  return context.db.transaction().execute(async (tx) => {
    const { accountID } = await lockFirstStart(context, tx);
    if (accountID === null) throw conflict(sentences.administratorFirst);
    const demoAccounts = demo ? await createDemo(context, tx) : [];
    await saveFinished(tx, context.clock.now());
    await record(tx, initiator(address, accountID), {
      action: 'portal.first-start',
      details: { demo },
    });
    await countRestart(tx);
    const { config } = await readEffectiveConfig(context, tx);
    return { demoAccounts, publicURL: config.publicURLGiven ? config.publicURL : null };
  });
};
