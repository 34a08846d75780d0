import { execFileSync } from 'node:child_process';

/** The words of a PDF as they are placed on its pages; pages end with a form feed. */
export const pdfText = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-layout', '-', '-'], {
    input: pdf,
    // warnings about fonts are kept out of the output of the tests
    stdio: ['pipe', 'pipe', 'pipe'],
  }).toString();
