import { join } from 'node:path';
import type { Context } from '../context.ts';
import { discardedMail } from '../outside/mail/discarded-mail.ts';
import { folderMail } from '../outside/mail/folder-mail.ts';
import type { Mail } from '../outside/mail/mail.ts';
import { smtpMail } from '../outside/mail/smtp-mail.ts';
import type { Config } from '../settings/config.ts';
import { readEffectiveConfig } from './effective-config.ts';
import { findSettingsState } from './queries.ts';

type MailSettings = Pick<Config, 'dataDir' | 'mailURL' | 'mailFrom' | 'publicDemo'>;

/** Sends letters to the mail server of a configuration; without one, writes them as files into the data folder. */
export const openMail = ({ dataDir, mailURL, mailFrom, publicDemo }: MailSettings): Mail => {
  if (publicDemo) return discardedMail();
  return mailURL ? smtpMail(mailURL, mailFrom) : folderMail(join(dataDir, 'mail'), mailFrom);
};

/** Sends each letter to the mail server that is set at that moment, so that a change needs no restart. */
export const openCurrentMail = (parts: Pick<Context, 'config' | 'secrets' | 'db'>): Mail => {
  let version: number | undefined;
  let used: MailSettings = parts.config;
  let mail = openMail(used);
  const follow = async () => {
    const state = await findSettingsState(parts.db);
    if (state.version === version) return;
    const { config } = await readEffectiveConfig(parts, parts.db);
    if (config.mailURL !== used.mailURL || config.mailFrom !== used.mailFrom) {
      mail.close();
      mail = openMail(config);
    }
    used = config;
    ({ version } = state);
  };
  return {
    async send(letter) {
      await follow();
      await mail.send(letter);
    },
    close: () => mail.close(),
  };
};
