/** As everywhere beside a name: anything but female is shown as male. */
export const sexInShort = (sex: string): string => (sex === 'female' ? 'жен.' : 'муж.');
