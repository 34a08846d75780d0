/** A patient's name is nothing for a mailbox; the client knows hers by the initials and the hour. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => /^\P{L}*(\p{L})/u.exec(word)?.[1] ?? [])
    .slice(0, 3)
    .map((letter) => `${letter.toLocaleUpperCase('ru')}.`)
    .join(' ');
