/** Why the program is not updated, as a sentence without a capital and a full stop. The running version is unchanged. */
export class UpdateProblem extends Error {
  /** the connection failed: a new attempt may succeed within hours */
  readonly isTemporary: boolean;

  constructor(
    sentence: string,
    { isTemporary = false, cause }: { isTemporary?: boolean; cause?: unknown } = {},
  ) {
    super(sentence, { cause });
    this.isTemporary = isTemporary;
  }
}
