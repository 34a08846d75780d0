/** The modules with encoders, which only tests use. */
declare module '@cornerstonejs/codec-charls/wasmjs' {
  type JpegLsEncoder = Emscripten.Encoder & {
    setNearLossless(tolerance: number): void;
    setInterleaveMode(mode: number): void;
  };
  const load: (
    options: Emscripten.Options,
  ) => Promise<{ JpegLSEncoder: new () => JpegLsEncoder; JpegLSDecoder: new () => Emscripten.Decoder }>;
  export default load;
}

declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs' {
  type JpegEncoder = Omit<Emscripten.Encoder, 'setQuality'> & { setQuality(percent: number): void };
  const load: (options: Emscripten.Options) => Promise<{ JPEGEncoder: new () => JpegEncoder }>;
  export default load;
}

declare module '@cornerstonejs/codec-openjpeg/wasmjs' {
  type J2kEncoder = Emscripten.Encoder & { setDecompositions(count: number): void };
  const load: (options: Emscripten.Options) => Promise<{ J2KEncoder: new () => J2kEncoder }>;
  export default load;
}

declare module '@cornerstonejs/codec-libjxl/encodewasmjs' {
  type JpegXlEncoder = Omit<Emscripten.Encoder, 'setQuality'> & {
    setLossless(lossless: boolean): void;
    setDistance(distance: number): void;
    setEffort(effort: number): void;
  };
  const load: (
    options: Emscripten.Options & { wasmBinary: Uint8Array },
  ) => Promise<{ JpegXLEncoder: new () => JpegXlEncoder }>;
  export default load;
}
