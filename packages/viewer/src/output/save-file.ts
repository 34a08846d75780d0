export async function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('the picture is too large for this browser');
  return blob;
}

/** Characters that file systems reserve become spaces. */
const portable = (name: string) => name.replace(/[\\/:*?"<>|]+/g, ' ').trim();

/** The name of a document at true size. A colon would become a space, and «1 1» is read as a number. */
export const trueSizeName = (text: string): string => `${text}, масштаб 1 к 1.pdf`;

export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = portable(name);
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The promise is passed on, because Safari permits copying only within the click. */
export const copyPicture = (png: Promise<Blob>): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);

/** Browsers permit copying pictures on secure pages only. */
export const canCopyPictures = (): boolean =>
  typeof ClipboardItem !== 'undefined' && navigator.clipboard?.write !== undefined;
