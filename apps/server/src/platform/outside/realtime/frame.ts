const FINAL_TEXT = 0x81;

/**
 * An unmasked WebSocket frame that is a whole text message (RFC 6455 §5.2). `ws` would encode a message again for each
 * of its receivers, and write header and text separately.
 */
export const textFrame = (text: string): Buffer => {
  const textBytes = Buffer.byteLength(text);
  const headerBytes = textBytes < 126 ? 2 : textBytes < 65_536 ? 4 : 10;
  const frame = Buffer.allocUnsafe(headerBytes + textBytes);
  frame[0] = FINAL_TEXT;
  if (headerBytes === 2) frame[1] = textBytes;
  else if (headerBytes === 4) {
    frame[1] = 126;
    frame.writeUInt16BE(textBytes, 2);
  } else {
    frame[1] = 127;
    frame.writeUIntBE(0, 2, 2);
    frame.writeUIntBE(textBytes, 4, 6);
  }
  frame.write(text, headerBytes);
  return frame;
};
