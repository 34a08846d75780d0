import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { Clock } from './outside/clock.ts';
import type { Mail } from './outside/mail/mail.ts';
import type { Secrets } from './outside/secrets.ts';
import type { URLSigner } from './outside/storage/signed-url.ts';
import type { Storage } from './outside/storage/storage.ts';

/** What every room is handed: our database, and all that is not ours behind one small interface each. */
export interface Context {
  config: Config;
  db: Db;
  pool: Pool;
  clock: Clock;
  storage: Storage;
  signer: URLSigner;
  mail: Mail;
  secrets: Secrets;
  log: Logger;
}
