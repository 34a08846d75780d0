import { TAG } from '@snimok/imaging/dicom/elements/tags';
import { writeDicom } from '@snimok/imaging/dicom/elements/write';
import { showSignedIn } from '../../../../testing/show.tsx';
import { expect, page, test } from '../../../../testing/test.ts';
import { readFiles, summarise } from '../inspect/inspect-files.ts';
import { FilesThumbnail } from './files-thumbnail.tsx';

/** A radiograph whose left half is black and right half is white. */
const radiograph = (rows: number, columns: number) =>
  new File(
    [
      writeDicom([
        [TAG.sopClassUID, 'UI', '1.2.840.10008.5.1.4.1.1.1'],
        [TAG.sopInstanceUID, 'UI', '2.25.1'],
        [TAG.modality, 'CS', 'PX'],
        [TAG.samplesPerPixel, 'US', 1],
        [TAG.photometricInterpretation, 'CS', 'MONOCHROME2'],
        [TAG.rows, 'US', rows],
        [TAG.columns, 'US', columns],
        [TAG.bitsAllocated, 'US', 8],
        [TAG.bitsStored, 'US', 8],
        [TAG.highBit, 'US', 7],
        [TAG.pixelRepresentation, 'US', 0],
        [TAG.pixelData, 'OW', Uint8Array.from({ length: 400 * 200 }, (_, at) => (at % 400 < 200 ? 0 : 255))],
      ]),
    ],
    '1.dcm',
  );

const picture = async () => {
  const drawn = new OffscreenCanvas(320, 160);
  const pen = drawn.getContext('2d')!;
  pen.fillStyle = '#fff';
  pen.fillRect(160, 0, 160, 160);
  return new File([await drawn.convertToBlob({ type: 'image/jpeg' })], '1.jpg');
};

const findingsOf = async (file: File) =>
  summarise(await readFiles([{ filename: file.name, file }], new AbortController().signal));

const thumbnail = () => page.getByRole('img', { name: 'Один из выбранных снимков' });

/** The grey values of a point in the left and in the right half. */
const halves = () => {
  const canvas = thumbnail().element() as HTMLCanvasElement;
  const pen = canvas.getContext('2d')!;
  const greyAt = (x: number) => pen.getImageData(x, 40, 1, 1).data[0];
  return [canvas.width, canvas.height, greyAt(20), greyAt(140)];
};

test('a thumbnail of a DICOM image is shown before the upload', async () => {
  showSignedIn(<FilesThumbnail findings={await findingsOf(radiograph(200, 400))} />);
  await expect.element(thumbnail()).toBeVisible();
  expect(halves()).toEqual([160, 80, 0, 255]);
});

test('a thumbnail of a JPEG is shown before the upload', async () => {
  showSignedIn(<FilesThumbnail findings={await findingsOf(await picture())} />);
  await expect.element(thumbnail()).toBeVisible();
  expect(halves()).toEqual([160, 80, 0, 255]);
});

test('a file that cannot be decoded has an icon, and the next one has its picture', async () => {
  const broken = await findingsOf(radiograph(60_000, 60_000));
  const whole = await findingsOf(radiograph(200, 400));
  showSignedIn(
    <>
      <div data-testid="broken">
        <FilesThumbnail findings={broken} />
      </div>
      <FilesThumbnail findings={whole} />
    </>,
  );
  await expect.element(thumbnail()).toBeVisible();
  await expect.element(page.getByTestId('broken').getByRole('img')).not.toBeInTheDocument();
  expect(page.getByTestId('broken').element().querySelector('svg')).not.toBeNull();
});
