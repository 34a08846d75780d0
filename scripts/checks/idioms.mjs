import { parseSync } from 'vite';
import { readSources } from './imports.mjs';
import { isMain, report, root } from './report.mjs';

// Two ways of writing several things on one line, which the formatter would set on lines of their own. They hide the names from a
// reader and, in an object literal, the properties from the compiler, which does not report an unknown property of a spread object.

const isLiteral = (node) => node?.type === 'ObjectExpression' || node?.type === 'ArrayExpression';
const isPlain = (element) =>
  element && !['SpreadElement', 'RestElement', 'AssignmentPattern'].includes(element.type);

/** What to write instead of a node, if it is one of the two. */
const adviceOn = (node) => {
  if ((node.type === 'SpreadElement' || node.type === 'JSXSpreadAttribute') && isLiteral(node.argument))
    return 'list the parts themselves instead of spreading a literal';
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'ArrayPattern') return null;
  // with a rest, a default or a spread, the pattern does not only repeat the literal
  return node.init?.type === 'ArrayExpression' && [...node.id.elements, ...node.init.elements].every(isPlain)
    ? 'declare each name by itself'
    : null;
};

function* nodesIn(value) {
  if (value?.type) yield value;
  for (const child of Object.values(value ?? {}))
    if (child && typeof child === 'object') yield* nodesIn(child);
}

/** `file:line: what to write instead`, for every use. */
export const idioms = (files) =>
  [...files].flatMap(([path, text]) => {
    // only these characters can begin a use; parsing every file takes seconds
    if (!/\.\.\.[{[]|\b(?:const|let|var|,) \[/.test(text)) return [];
    const { program } = parseSync(path, text);
    return [...nodesIn(program)].flatMap((node) => {
      const advice = adviceOn(node);
      return advice ? [`${path}:${text.slice(0, node.start).split('\n').length}: ${advice}`] : [];
    });
  });

if (isMain(import.meta.url)) report(idioms(readSources(root)));
