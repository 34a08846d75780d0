import type { InspectedFile } from './inspect-files.ts';

/**
 * The files to send, and those that are left out. Nothing is sent without an image. If a file lies in a folder, is a DICOMDIR or
 * belongs to a vendor's program, all files belong to a disc: they are sent, including a viewer. Otherwise only the images are sent.
 */
export function leaveOut(inspected: InspectedFile[]): { kept: InspectedFile[]; leftOut: InspectedFile[] } {
  const images = inspected.filter(({ content }) => content !== 'none');
  const isOfDisc = ({ chosen, kind, content, vendorFiles }: InspectedFile) =>
    chosen.filename.includes('/') || (kind === 'dicom' && content === 'none') || vendorFiles.length > 0;
  if (images.length > 0 && inspected.some(isOfDisc)) return { kept: inspected, leftOut: [] };
  return { kept: images, leftOut: inspected.filter(({ content }) => content === 'none') };
}
