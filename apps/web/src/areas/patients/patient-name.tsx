/** A card made in haste may have no name yet. */
export const PatientName = ({ name }: { name: string }) => name || <i>не указано</i>;
