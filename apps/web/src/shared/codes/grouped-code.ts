/** The digits in groups of four, as on a bank card. */
export const groupedCode = (code: string): string => code.replace(/(\d{4})(?=\d)/g, '$1 ');
