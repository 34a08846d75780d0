/** A paragraph of text, a fact on a line of its own, or the one button. */
export type Paragraph = string | { fact: string; value: string } | { button: string; url: string };

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHTML = (text: string): string => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? mark);

const plain = (part: Paragraph): string => {
  if (typeof part === 'string') return part;
  return 'fact' in part ? `${part.fact}: ${part.value}` : `${part.button}:\n${part.url}`;
};

const rich = (part: Paragraph): string => {
  if (typeof part === 'string') return `<p style="margin:0 0 16px">${escapeHTML(part)}</p>`;
  if ('fact' in part) {
    return `<p style="margin:0 0 8px">${escapeHTML(part.fact)}: <strong style="font-family:ui-monospace,Consolas,monospace">${escapeHTML(part.value)}</strong></p>`;
  }
  return `<p style="margin:24px 0"><a href="${escapeHTML(part.url)}" style="background:#0b7285;color:#ffffff;padding:12px 24px;border-radius:8px;text-decoration:none;display:inline-block;font-weight:600">${escapeHTML(part.button)}</a></p><p style="margin:0 0 16px;font-size:13px;word-break:break-all">${escapeHTML(part.url)}</p>`;
};

/** Both parts of a letter: readable without pictures, on light and dark. */
export const layout = (title: string, paragraphs: Paragraph[]): { text: string; html: string } => ({
  text: `${paragraphs.map(plain).join('\n\n')}\n\n— \n«Снимок», портал диагностического центра\n`,
  html: `<!doctype html>
<html lang="ru"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${title}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 'Golos Text',Arial,sans-serif">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#0b7285">Снимок</p>
${paragraphs.map(rich).join('\n')}
<p style="margin:32px 0 0;font-size:13px;opacity:.7">«Снимок», портал диагностического центра</p>
</div></body></html>
`,
});
