/** A problem that an operator can solve; printed as one sentence, without a stack trace. */
export class ExportProblem extends Error {
  override name = 'ExportProblem';
}
