import { portableName } from '../working-files/portable-name.ts';

interface Folder {
  /** the portable names of the folders inside it, by their given names */
  folders: Map<string, string>;
  used: Set<string>;
  /** the number that the next name with this stem and extension may get */
  next: Map<string, number>;
}

/**
 * Makes the names of a study object's entries safe to unpack on every system. Two files never get the same name. Two folders
 * with different names never become one folder, even if their portable names are equal.
 */
export class EntryNames {
  readonly #folders = new Map<string, Folder>();

  /** The entry's name for a relative path; a path that was added before gets `a (2).dcm`. */
  add(path: string): string {
    const segments = path.split('/');
    const file = segments.pop() ?? '';
    let parent = '';
    for (const segment of segments) parent += `${this.#folderIn(parent, segment)}/`;
    return parent + uniqueIn(this.#open(parent), portableName(file));
  }

  #open(path: string): Folder {
    const folder = this.#folders.get(path) ?? { folders: new Map(), used: new Set(), next: new Map() };
    this.#folders.set(path, folder);
    return folder;
  }

  #folderIn(parent: string, segment: string): string {
    const folder = this.#open(parent);
    const known = folder.folders.get(segment);
    if (known !== undefined) return known;
    const name = uniqueIn(folder, portableName(segment));
    folder.folders.set(segment, name);
    return name;
  }
}

/** `b.dcm`, then `b (2).dcm`. The next number is remembered, so that 50,000 equal names take linear time. */
const uniqueIn = ({ used, next }: Folder, name: string): string => {
  const [, stem = name, ending = ''] = /^(.+?)(\.[^.]*)?$/s.exec(name) ?? [];
  let unique = name;
  let number = next.get(name) ?? 2;
  for (; used.has(unique); number++) unique = `${stem} (${number})${ending}`;
  next.set(name, number);
  used.add(unique);
  return unique;
};
