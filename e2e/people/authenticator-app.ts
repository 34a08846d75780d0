import { createHmac } from 'node:crypto';
import { expect, type Page } from '../pages/test.ts';

const STEP_MS = 30_000;
/** RFC 4648 §6 */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/**
 * The app on a person's phone. The portal accepts no code twice, so each `nextCode` belongs to a later time step than
 * the previous one.
 */
export class AuthenticatorApp {
  readonly #secret: Buffer;
  #lastStep = 0;

  constructor(base32: string) {
    const bits = [...base32].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('');
    this.#secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  }

  /** Reads the key that the set-up page shows for manual entry. */
  static async scan(page: Page): Promise<AuthenticatorApp> {
    await expect(page.getByRole('img', { name: 'QR-код для приложения с кодами' })).toBeVisible();
    const key = await page.locator('code').innerText();
    return new AuthenticatorApp(key.replaceAll(/\s/g, ''));
  }

  /** The next code. Its step is at most one ahead of the clock, which the portal accepts. */
  nextCode(): string {
    this.#lastStep = Math.max(this.#lastStep + 1, Math.floor(Date.now() / STEP_MS));
    const counter = Buffer.alloc(8);
    counter.writeUInt32BE(this.#lastStep, 4);
    const mac = createHmac('sha1', this.#secret).update(counter).digest();
    const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7f_ff_ff_ff;
    return String(number % 1_000_000).padStart(6, '0');
  }
}
