/** «14.03.2019» of `20190314`; another text as the archive has it. */
export const sourceDay = (text: string | null): string => {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '') ?? [];
  return year ? `${day}.${month}.${year}` : text || 'без даты';
};
