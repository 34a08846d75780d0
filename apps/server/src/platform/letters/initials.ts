/** Letters contain a patient's initials instead of the name; the doctor recognizes the patient by them and the time. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((word) => /^\P{L}*(\p{L})/u.exec(word)?.[1] ?? [])
    .slice(0, 3)
    .map((letter) => `${letter.toLocaleUpperCase('ru')}.`)
    .join(' ');
