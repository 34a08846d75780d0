import type { InspectedFile } from './inspect-files.ts';

/**
 * The files to send, and those that are no images. What is beside images in a folder, with a DICOMDIR or with files of a vendor's
 * program belongs to their disc, such as a viewer. Other files that were chosen one by one are left out. Nothing is sent if there is no
 * image at all.
 */
export function leaveOut(inspected: InspectedFile[]): { kept: InspectedFile[]; leftOut: InspectedFile[] } {
  const images = inspected.filter(({ content }) => content !== 'none');
  const isOfDisc = ({ chosen, kind, content, vendorFiles }: InspectedFile) =>
    chosen.filename.includes('/') || (kind === 'dicom' && content === 'none') || vendorFiles.length > 0;
  if (images.length > 0 && inspected.some(isOfDisc)) return { kept: inspected, leftOut: [] };
  return { kept: images, leftOut: inspected.filter(({ content }) => content === 'none') };
}
