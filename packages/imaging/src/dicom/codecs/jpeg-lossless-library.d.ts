/** Its package names type declarations that it does not ship. */
declare module 'jpeg-lossless-decoder-js' {
  export class Decoder {
    decode(
      buffer: ArrayBuffer,
      offset: number,
      length: number,
      bytesPerSample: 1 | 2,
    ): Uint8Array | Uint16Array;
  }
}
