/** The document is damaged, or programs could read it in different ways. The message is English. */
export class UnreadablePDF extends Error {
  override name = 'UnreadablePDF';
}
