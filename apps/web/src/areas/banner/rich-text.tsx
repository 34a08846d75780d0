import { createElement, type ReactNode } from 'react';
import { isAllowedLink } from './links.ts';
import classes from './rich-text.module.css';

const TAGS = new Set(['p', 'br', 'strong', 'em', 'b', 'i', 'ul', 'ol', 'li']);
/** What stands in these is no text for people. */
const SILENT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math']);

/** A document made this way runs no script and loads nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

/** The banner's text comes entity-encoded: to a parser it is all words, and the words are the HTML. */
export const decodeOnce = (encoded: string): string => parse(encoded).textContent ?? '';

/** Marks around nothing are nothing. */
export const isBlank = (html: string): boolean => (parse(html).textContent ?? '').trim() === '';

/** Draws the few marks that the editor knows, each made anew: nothing of the given HTML itself reaches the page. */
export const RichText = ({ html }: { html: string }) => (
  <div className={classes.text}>{drawAll(parse(html))}</div>
);

const drawAll = (parent: Node): ReactNode[] => [...parent.childNodes].map(draw);

function draw(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (SILENT.has(tag)) return null;
  if (tag === 'br') return <br key={key} />;
  const href = tag === 'a' ? (node.getAttribute('href') ?? '') : '';
  if (isAllowedLink(href)) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {drawAll(node)}
      </a>
    );
  }
  return TAGS.has(tag) ? createElement(tag, { key }, ...drawAll(node)) : drawAll(node);
}
