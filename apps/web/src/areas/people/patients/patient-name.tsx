/** A patient may have no name, if the card was created without one. */
export const PatientName = ({ name }: { name: string }) => name || <i>не указано</i>;
