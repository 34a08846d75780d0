/** Programs could read a document in different ways, or not at all. The message is English. */
export class UnreadablePDF extends Error {
  override name = 'UnreadablePDF';
}
