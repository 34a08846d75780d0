/**
 * The functions of the OpenJPH module that are called here; it has no types. Buffers are views of the
 * WebAssembly memory.
 */
declare module '@cornerstonejs/codec-openjph/wasmjs' {
  interface HTJ2KDecoder {
    getEncodedBuffer(lengthBytes: number): Uint8Array;
    decode(): void;
    decodeSubResolution(level: number): void;
    getDecodedBuffer(): Uint8Array<ArrayBuffer>;
    getFrameInfo(): { bitsPerSample: number };
    delete(): void;
  }
  interface Options {
    locateFile: () => string;
    print: (line: string) => void;
    printErr: (line: string) => void;
  }
  const load: (options: Options) => Promise<{ HTJ2KDecoder: new () => HTJ2KDecoder }>;
  export default load;
}

declare module '@cornerstonejs/codec-openjph/wasm?url' {
  const url: string;
  export default url;
}
