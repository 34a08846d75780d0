/** A problem that an operator can solve; printed as one sentence, without a stack trace. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
