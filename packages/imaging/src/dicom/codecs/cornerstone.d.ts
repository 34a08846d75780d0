/**
 * The functions of the Emscripten modules of cornerstonejs that are called here; the modules have no types.
 */
declare namespace Emscripten {
  type Options = {
    print: (line: string) => void;
    printErr: (line: string) => void;
    /** the URL of the WebAssembly in a browser */
    locateFile?: () => string;
  };

  type FrameDescription = {
    width: number;
    height: number;
    bitsPerSample: number;
    componentCount: number;
    isSigned: boolean;
    isUsingColorTransform?: boolean;
  };

  /** Buffers are views of the module's memory, valid until the next call. */
  interface Decoder {
    getEncodedBuffer(lengthBytes: number): Uint8Array;
    decode(): void;
    getDecodedBuffer(): Uint8Array<ArrayBuffer>;
    getFrameInfo(): FrameDescription;
    delete(): void;
  }

  interface Encoder {
    getDecodedBuffer(frame: FrameDescription): Uint8Array;
    setQuality(lossless: boolean, quality: number): void;
    encode(): void;
    getEncodedBuffer(): Uint8Array;
    delete(): void;
  }
}

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasmjs' {
  const load: (options: Emscripten.Options) => Promise<{ JPEGDecoder: new () => Emscripten.Decoder }>;
  export default load;
}

declare module '@cornerstonejs/codec-openjpeg/decodewasmjs' {
  const load: (options: Emscripten.Options) => Promise<{ J2KDecoder: new () => Emscripten.Decoder }>;
  export default load;
}

declare module '@cornerstonejs/codec-openjph/wasmjs' {
  const load: (options: Emscripten.Options) => Promise<{
    HTJ2KDecoder: new () => Emscripten.Decoder & { decodeSubResolution(level: number): void };
    HTJ2KEncoder: new () => Emscripten.Encoder & {
      setDecompositions(count: number): void;
      setTilePartDivisionsAtResolutions(isDivided: boolean): void;
    };
  }>;
  export default load;
}

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/decodewasm?url' {
  const url: string;
  export default url;
}

declare module '@cornerstonejs/codec-openjpeg/decodewasm?url' {
  const url: string;
  export default url;
}

declare module '@cornerstonejs/codec-openjph/wasm?url' {
  const url: string;
  export default url;
}
