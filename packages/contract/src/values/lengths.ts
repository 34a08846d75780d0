/** The most characters of each kind of text, for the contract's fields and the forms of the web app. */
export const MOST_CHARACTERS = {
  name: 200,
  /** a line that may be empty, for example an address or a reason */
  line: 300,
  comment: 4000,
  /** a few paragraphs that may be empty */
  paragraphs: 2000,
  /** the question to the author of a report */
  reportQuestion: 1000,
  /** a part of a report */
  reportText: 10_000,
  /** HTML, markup included */
  richText: 20_000,
  message: 4000,
  search: 200,
  email: 254,
  phone: 40,
  passkeyName: 60,
  templateTitle: 100,
  savedFilterName: 100,
} as const;
