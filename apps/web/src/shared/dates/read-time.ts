/** `09:00` for «9:00», «0900» or «9»; other text is unchanged. */
export const normalizeTime = (text: string): string => {
  const [, hours = '', minutes = '00'] = /^(\d{1,2})[:.\s]?(\d{2})?$/.exec(text.trim()) ?? [];
  return hours === '' ? text : `${hours.padStart(2, '0')}:${minutes}`;
};
