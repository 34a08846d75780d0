import { readFiles, workspaces } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// Style sheets have the same limit of lines as programs. oxlint counts the lines of programs (.oxlintrc.json) but
// does not read CSS.

const MOST_LINES = 300;

/** `file:line: …` for every style sheet that is too long. @param files paths from the root, and texts */
export const longStyles = (files) =>
  [...files].flatMap(([path, text]) => {
    const lines = text.trimEnd().split('\n').length;
    if (lines <= MOST_LINES) return [];
    return [`${path}:${MOST_LINES + 1}: ${lines} lines, ${MOST_LINES} are allowed: split it by component`];
  });

if (isMain(import.meta.url)) report(longStyles(readFiles(root, workspaces, /\.css$/)));
