import { BANNER_TAGS, isBannerLink } from '@snimok/contract/messaging/banner-html';
import { createElement, type ReactNode } from 'react';
import classes from './rich-text.module.css';

const TAGS: ReadonlySet<string> = new Set(BANNER_TAGS);
/** Elements whose content is not text. */
const NOT_TEXT = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math']);

/** A document made by DOMParser runs no scripts and loads nothing. */
const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html').body;

/**
 * Decodes the banner's text: the API stores its HTML entity-encoded, so the text of the parsed document is
 * the HTML.
 */
export const decodeOnce = (encoded: string): string => parse(encoded).textContent ?? '';

/** True also for tags without text. */
export const isBlank = (html: string): boolean => (parse(html).textContent ?? '').trim() === '';

/**
 * Renders the tags of the editor as new elements, so that no part of the stored HTML itself reaches the page.
 */
export const RichText = ({ html }: { html: string }) => (
  <div className={classes.text}>{renderAll(parse(html))}</div>
);

const renderAll = (parent: Node): ReactNode[] => [...parent.childNodes].map(renderNode);

function renderNode(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const tag = node.localName;
  if (NOT_TEXT.has(tag)) return null;
  if (tag === 'br') return <br key={key} />;
  const href = tag === 'a' ? (node.getAttribute('href') ?? '') : '';
  if (isBannerLink(href)) {
    return (
      <a key={key} href={href} target="_blank" rel="noopener noreferrer">
        {renderAll(node)}
      </a>
    );
  }
  return TAGS.has(tag) ? createElement(tag, { key }, ...renderAll(node)) : renderAll(node);
}
