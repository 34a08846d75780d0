/** The PIN as it is written everywhere, in two groups that are easier to read and to type: «483 920», «4839 2041», «48 39». */
export const groupedPIN = (pin: string): string => {
  const middle = pin.length >> 1;
  return pin.length < 4 ? pin : `${pin.slice(0, middle)}\u00a0${pin.slice(middle)}`;
};

/** What is typed into the field of a PIN, with or without spaces. */
export const digitsOf = (text: string): string => text.replace(/\D/g, '');
