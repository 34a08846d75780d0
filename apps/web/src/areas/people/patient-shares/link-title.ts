/** The title of the dialog in which a doctor sends links. */
export const LINK_TITLE = 'Ссылка на исследование';
