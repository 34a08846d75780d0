/** The mark that ends a sentence is not of the address in it. */
const ADDRESS = /(https?:\/\/[^\s<>"'«»]*[^\s<>"'«».,;:!?)])/;

/** What a person wrote, as text; addresses in it can be followed. */
export const LinkedText = ({ text }: { text: string }) =>
  text.split(ADDRESS).map((part, at) =>
    at % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one text do not move
      <a key={at} href={part} target="_blank" rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      part
    ),
  );
