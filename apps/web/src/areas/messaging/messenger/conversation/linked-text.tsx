/** The last character is not a punctuation mark, because a sentence may end after the URL. */
const URL_PATTERN = /(https?:\/\/[^\s<>"'«»]*[^\s<>"'«».,;:!?)])/;

/** Plain text in which URLs are links. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(URL_PATTERN).map((piece, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never change their order
      <a key={at} href={piece} target="_blank" rel="noopener noreferrer nofollow">
        {piece}
      </a>
    ) : (
      piece
    ),
  );
