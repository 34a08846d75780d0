import { type CentreContacts, contactLines } from '../letterhead/letterhead.ts';

/** A paragraph of text, a labelled value on its own line, a button, or a heading and the lines of a list. */
export type Paragraph =
  | string
  | { fact: string; value: string }
  | { button: string; url: string }
  | { heading: string }
  | { item: string };

const htmlEntities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHTML = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => htmlEntities[character] ?? character);

const textOf = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return paragraph;
  if ('heading' in paragraph) return paragraph.heading;
  if ('item' in paragraph) return `• ${paragraph.item}`;
  return 'fact' in paragraph
    ? `${paragraph.fact}: ${paragraph.value}`
    : `${paragraph.button}:\n${paragraph.url}`;
};

const htmlOf = (paragraph: Paragraph): string => {
  if (typeof paragraph === 'string') return `<p style="margin:16px 0">${escapeHTML(paragraph)}</p>`;
  if ('fact' in paragraph) {
    return `<p style="margin:0 0 8px"><span class="quiet" style="color:#5c6b73">${escapeHTML(paragraph.fact)}:</span> <strong>${escapeHTML(paragraph.value)}</strong></p>`;
  }
  if ('heading' in paragraph)
    return `<p style="margin:24px 0 8px"><strong>${escapeHTML(paragraph.heading)}</strong></p>`;
  if ('item' in paragraph) return `<p style="margin:0 0 6px">• ${escapeHTML(paragraph.item)}</p>`;
  return `<p style="margin:24px 0 8px"><a class="button" href="${escapeHTML(paragraph.url)}" style="background:#0b7285;color:#ffffff;padding:12px 24px;border-radius:8px;text-decoration:none;display:inline-block;font-weight:600">${escapeHTML(paragraph.button)}</a></p>
<p class="quiet" style="margin:0 0 24px;font-size:13px;color:#5c6b73;word-break:break-all">${escapeHTML(paragraph.url)}</p>`;
};

/**
 * The light colours are inline, since many mail programs drop style sheets. For programs with a dark theme that keep
 * style sheets, this style sheet overrides the light colours. Programs that invert colours themselves still give
 * readable text.
 */
const darkStyles = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
body,.page{background:#16191b!important;color:#e4e9ec!important}
.sheet{background:#1f2427!important;border-color:#343b40!important}
.name{color:#4dc4d6!important}
.quiet{color:#9fabb2!important}
}`;

const PORTAL = '«Снимок», портал диагностического центра';

/** The lines about the sender: the contacts of the centre, or the portal's name while the centre has entered none. */
const senderLines = (centre: CentreContacts): string[] => {
  const lines = contactLines(centre);
  return lines.length > 0 ? [...lines, 'Отправлено порталом «Снимок»'] : [PORTAL];
};

/**
 * The plain-text and HTML parts of a letter, for light and dark themes, phones and old mail programs; no images. The header
 * and the footer name the centre.
 */
export const layout = (
  title: string,
  paragraphs: Paragraph[],
  centre: CentreContacts,
): { text: string; html: string } => ({
  text: `${paragraphs.map(textOf).join('\n\n')}\n\n— \n${senderLines(centre).join('\n')}\n`,
  html: `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title><style>${darkStyles}</style></head>
<body style="margin:0;padding:0;background:#f1f4f5;color:#1d2529;font:16px/1.5 'Golos Text',Arial,sans-serif">
<div class="page" style="padding:24px 12px;background:#f1f4f5;color:#1d2529">
<div class="sheet" style="max-width:520px;margin:0 auto;padding:28px 24px;background:#ffffff;border:1px solid #dde3e6;border-radius:12px">
<p class="name" style="margin:0 0 20px;font-size:20px;font-weight:700;color:#0b7285">${escapeHTML(centre.name || 'Снимок')}</p>
${paragraphs.map(htmlOf).join('\n')}
<p class="quiet" style="margin:28px 0 0;font-size:13px;color:#5c6b73">${senderLines(centre).map(escapeHTML).join('<br>')}</p>
</div></div></body></html>
`,
});
