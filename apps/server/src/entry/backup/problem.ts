/** A problem that an operator can solve; printed as one sentence, without a stack trace. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}

/** Another backup of the portal, by a worker or a command, is running. */
export class BackupRunning extends BackupProblem {
  override name = 'BackupRunning';
}

/** The folder has backups of another portal. */
export class OtherPortal extends BackupProblem {
  override name = 'OtherPortal';
}
