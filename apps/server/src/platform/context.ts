import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { AuditBuffer } from './audit/audit-buffer.ts';
import type { Config } from './settings/config.ts';
import type { Db } from './db/client.ts';
import type { Clock } from './time-and-sizes/clock.ts';
import type { Mail } from './outside/mail/mail.ts';
import type { Sandbox } from './outside/sandbox/sandbox.ts';
import type { Installation } from './releases/places.ts';
import type { Secrets } from './secrets/secrets.ts';
import type { URLSigner } from './outside/storage/signed-url.ts';
import type { openStorage } from './outside/storage/opening-and-serving/open-storage.ts';
import type { Storage } from './outside/storage/storage.ts';
import type { Workstation } from './outside/workstation/workstation.ts';

/** What every module receives: the database, and each external system behind a small interface. */
export interface Context {
  config: Config;
  db: Db;
  pool: Pool;
  clock: Clock;
  storage: Awaited<ReturnType<typeof openStorage>>;
  /** The cold store; null with `ARCHIVE_URL=off`. */
  archive: Storage | null;
  signer: URLSigner;
  mail: Mail;
  secrets: Secrets;
  /** Starts processes that read untrusted files. */
  sandbox: Sandbox;
  /** Only workers start it, and only with `REMOTE_VIEWER=desktop`. */
  workstation: Workstation;
  /** Records reads for the audit history. */
  auditBuffer: AuditBuffer;
  /** The Debian package to which this process belongs; null if there is none. */
  installation: Installation | null;
  log: Logger;
}
