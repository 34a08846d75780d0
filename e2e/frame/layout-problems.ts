/**
 * Finds problems of the layout in an open page. The functions run in the browser: `LAYOUT_PROBLEMS` is their source, so
 * they use nothing but each other, the DOM and `ancestors`.
 */

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

interface Item {
  element: Element;
  name: string;
  box: Box;
  isControl: boolean;
}

/** How an element shows, clips and stacks what is inside it. */
function describe(element: Element) {
  const style = getComputedStyle(element);
  const { position, display, overflow, overflowX, overflowY, clipPath, clip, zIndex } = style;
  const { left, top } = element.getBoundingClientRect();
  const { clientLeft, clientTop, clientWidth, clientHeight } = element;
  const hasTitle = element.closest('[title]') !== null;
  const isTiny = overflow === 'hidden' && clientWidth <= 1 && clientHeight <= 1;
  return {
    position,
    overflowX,
    overflowY,
    isPassedOver: element === document.body || display === 'inline' || display === 'contents',
    hides: clipPath.startsWith('inset(50%') || clip === 'rect(0px, 0px, 0px, 0px)' || isTiny,
    isOverlay: position === 'absolute' && zIndex !== 'auto' && style.backgroundColor !== 'rgba(0, 0, 0, 0)',
    inner: {
      left: left + clientLeft,
      top: top + clientTop,
      right: left + clientLeft + clientWidth,
      bottom: top + clientTop + clientHeight,
    },
    isEllipsis: style.textOverflow === 'ellipsis' && hasTitle,
    isClamped: style.getPropertyValue('-webkit-line-clamp') !== 'none' && hasTitle,
  };
}

/** Results for the ancestors of this run, because all texts of a page have the same ancestors near the root. */
declare const ancestors: Map<Element, ReturnType<typeof describe>>;

function ancestorOf(element: Element) {
  const found = ancestors.get(element) ?? describe(element);
  ancestors.set(element, found);
  return found;
}

/** The common area, unless it is a rounding error. */
function intersection(one: Box, other: Box): Box | undefined {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const right = Math.min(one.right, other.right);
  const bottom = Math.min(one.bottom, other.bottom);
  return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : undefined;
}

/** The topmost modal dialog, because the page behind it is neither read nor used; otherwise the page. */
function rootOf(): Element {
  const dialogs = [...document.querySelectorAll('.mantine-Modal-content, .mantine-Drawer-content')];
  return dialogs.findLast((dialog) => dialog.checkVisibility()) ?? document.body;
}

function isShown(element: Element): boolean {
  if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
  for (let at: Element | null = element; at; at = at.parentElement) {
    if (ancestorOf(at).hides) return false;
  }
  return true;
}

/**
 * The nearest ancestor that does not move with the page, or that floats above it. Overlaps are searched for within one such
 * layer.
 */
function layerOf(element: Element): Element | null {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const { position, isOverlay } = ancestorOf(at);
    if (position === 'fixed' || position === 'sticky' || isOverlay) return at;
  }
  return null;
}

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return `«${line.length > 40 ? `${line.slice(0, 40)}…` : line}»`;
}

/**
 * Reports text that is cut off by an element with hidden overflow, or that is reached only by scrolling sideways. A text
 * with an ellipsis has its whole text in a `title`. Returns the visible part of the box.
 */
function cutByAncestors(
  element: Element | null,
  box: Box,
  name: string,
  problems: Set<string>,
): Box | undefined {
  let visible: Box | undefined = box;
  for (let at: Element | null = element; at && visible; at = at.parentElement) {
    const { position, isPassedOver, inner, overflowX, overflowY, isEllipsis, isClamped } = ancestorOf(at);
    if (position === 'fixed') return intersection(visible, at.getBoundingClientRect());
    if (isPassedOver) continue;
    const sideways = visible.right > inner.right + 1 || visible.left < inner.left - 1;
    const across = visible.bottom > inner.bottom + 4 || visible.top < inner.top - 4;
    if (overflowX !== 'visible' && sideways) {
      if (/^(auto|scroll)$/.test(overflowX)) problems.add(`hidden until scrolled sideways: ${name}`);
      else if (!isEllipsis) problems.add(`cut off: ${name}`);
    }
    if (/^(hidden|clip)$/.test(overflowY) && across && !isClamped)
      problems.add(`cut off below or above: ${name}`);
    visible = intersection(visible, windowOf(inner, overflowX, overflowY));
  }
  return visible;
}

/** What an element lets through of its content: everything in a direction in which it does not clip. */
function windowOf(inner: Box, overflowX: string, overflowY: string): Box {
  return {
    left: overflowX === 'visible' ? -1e6 : inner.left,
    right: overflowX === 'visible' ? 1e6 : inner.right,
    top: overflowY === 'visible' ? -1e6 : inner.top,
    bottom: overflowY === 'visible' ? 1e6 : inner.bottom,
  };
}

/** The width inside the padding of the nearest block that contains the element. */
function columnWidth(element: Element): number {
  let at = element;
  while (/^(inline|contents)$/.test(getComputedStyle(at).display) && at.parentElement) at = at.parentElement;
  const { paddingLeft, paddingRight } = getComputedStyle(at);
  return at.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
}

function textWidth(text: string, element: Element): number {
  const context = document.createElement('canvas').getContext('2d')!;
  const { font, letterSpacing } = getComputedStyle(element);
  context.font = font;
  if (letterSpacing !== 'normal') context.letterSpacing = letterSpacing;
  return context.measureText(text).width;
}

/** A word may continue on the next line only after a hyphen, a slash or a dash; an e-mail or URL if no line can hold it. */
function findBrokenWords(node: Text, element: Element, problems: Set<string>) {
  const range = document.createRange();
  for (const { 0: word, index } of node.data.matchAll(/\S+/g)) {
    const isNumber = /^[\d+()–:.,-]+$/.test(word);
    // an address with `wbr` between its parts is several text nodes
    const whole = element.querySelector(':scope > wbr') ? (element.textContent ?? '') : word;
    // e-mails, URLs and checksums may be longer than a line
    const isAddress = /@|:\/\/|^www\.|^[\da-f]{32,}$/.test(whole);
    // browsers also break a URL after these characters (UAX 14)
    const breaks = isAddress ? '\\-–—/…?&=' : '\\-–—/…';
    const pieces = new RegExp(`[^${breaks}]+[${breaks}]*|[${breaks}]+`, 'g');
    const parts = isNumber ? [word] : (word.match(pieces) ?? []);
    let at = index;
    for (const part of parts) {
      range.setStart(node, at);
      range.setEnd(node, at + part.length);
      at += part.length;
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0);
      const isBroken = boxes.some(({ top, height }) => Math.abs(top - (boxes[0]?.top ?? 0)) > height / 2);
      if (!isBroken) continue;
      if (isAddress && textWidth(whole, element) > columnWidth(element) - 1) continue;
      problems.add(`broken inside a word: ${quoted(word)}`);
    }
  }
}

function findTexts(root: Element, problems: Set<string>): Item[] {
  const items: Item[] = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode as Text;
    const element = node.parentElement;
    if (!element || node.data.trim() === '' || element.matches('script, style, option, title')) continue;
    if (!isShown(element)) continue;
    findBrokenWords(node, element, problems);
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) {
      const name = quoted(node.data);
      const visible = cutByAncestors(element, box, name, problems);
      if (visible) items.push({ element, name, box: visible, isControl: false });
    }
  }
  return items;
}

function nameOf(element: Element): string {
  return quoted(element.getAttribute('aria-label') || element.textContent || element.outerHTML);
}

function findControls(root: Element, problems: Set<string>): Item[] {
  const selector =
    'a[href], button, input, select, textarea, summary, [role=tab], [role=option], [role=menuitem]';
  return [...root.querySelectorAll(selector)].filter(isShown).flatMap((element) =>
    [...element.getClientRects()].flatMap((rect) => {
      const box = cutByAncestors(element.parentElement, rect, nameOf(element), problems);
      return box ? [{ element, name: nameOf(element), box, isControl: true }] : [];
    }),
  );
}

/** A field and the buttons and icons inside it, and a badge on the corner of its button, overlap on purpose. */
function belongTogether(one: Element, other: Element): boolean {
  const whole =
    '.mantine-Input-wrapper, .mantine-Indicator-root, .mantine-Switch-root, .mantine-SegmentedControl-control';
  return one.contains(other) || other.contains(one) || (one.closest(whole)?.contains(other) ?? false);
}

function findOverlaps(items: Item[], problems: Set<string>) {
  const sorted = items
    .map((item) => ({ ...item, layer: layerOf(item.element) }))
    .toSorted((one, other) => one.box.top - other.box.top);
  for (const [index, one] of sorted.entries()) {
    for (let at = index + 1; at < sorted.length; at++) {
      const other = sorted[at]!;
      if (other.box.top >= one.box.bottom) break;
      const shared = intersection(one.box, other.box);
      if (!shared || one.layer !== other.layer) continue;
      // glyph boxes of adjacent lines overlap by some pixels
      const tolerance = one.isControl && other.isControl ? 1 : 5;
      if (shared.bottom - shared.top <= tolerance || shared.right - shared.left <= tolerance) continue;
      if (!belongTogether(one.element, other.element)) problems.add(`overlap: ${one.name} and ${other.name}`);
    }
  }
}

/** Header and menu keep space free; everything else that stays on the screen covers the content that scrolls below it. */
function findCovers(problems: Set<string>) {
  const content = document.querySelector('#content');
  if (!content) return;
  const area = content.firstElementChild?.getBoundingClientRect() ?? content.getBoundingClientRect();
  const keepingFree = ':is(header, nav, [role=dialog], .mantine-Notifications-root)';
  for (const element of document.querySelectorAll('body *')) {
    if (getComputedStyle(element).position !== 'fixed' || !isShown(element)) continue;
    if (element.matches(`${keepingFree}, ${keepingFree} *, :has([role=dialog])`)) continue;
    const box = element.getBoundingClientRect();
    // a panel that fills the screen replaces the content
    if (box.width >= innerWidth && box.bottom >= innerHeight) continue;
    const isAcross = box.bottom > 0 && Math.min(box.right, area.right) - Math.max(box.left, area.left) > 1;
    if (box.width > 0 && box.height > 0 && isAcross && nameOf(element) !== '«»')
      problems.add(`covers the content: ${nameOf(element)}`);
  }
}

function findLayoutProblems(): string[] {
  ancestors.clear();
  const problems = new Set<string>();
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) problems.add(`the page scrolls sideways by ${scrollWidth - clientWidth} px`);
  const root = rootOf();
  const items = [...findTexts(root, problems), ...findControls(root, problems)];
  for (const { name, box, element } of items) {
    if (box.left < -1 || box.right > clientWidth + 1) problems.add(`outside of the screen: ${name}`);
    const isFixed = layerOf(element) !== null;
    if (isFixed && root !== document.body && box.bottom > innerHeight + 1)
      problems.add(`below the screen: ${name}`);
  }
  findOverlaps(items, problems);
  if (root === document.body) findCovers(problems);
  return [...problems];
}

const FUNCTIONS = [
  describe,
  ancestorOf,
  intersection,
  rootOf,
  isShown,
  layerOf,
  quoted,
  windowOf,
  cutByAncestors,
  columnWidth,
  textWidth,
  findBrokenWords,
  findTexts,
  nameOf,
  findControls,
  belongTogether,
  findOverlaps,
  findCovers,
  findLayoutProblems,
];

/** Returns a line for each problem that still exists after 20 frames, when all effects of a new width must have ended. */
export const LAYOUT_PROBLEMS = `new Promise((resolve) => {
  const ancestors = new Map();
  ${FUNCTIONS.map(String).join('\n')}
  const look = (frames) => requestAnimationFrame(() => {
    const problems = frames < 2 ? ['not yet'] : findLayoutProblems();
    if (problems.length === 0 || frames === 20) resolve(problems);
    else look(frames + 1);
  });
  look(0);
})`;
