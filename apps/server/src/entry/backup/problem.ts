/** What an operator can act on: shown as one sentence, without a stack. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}
