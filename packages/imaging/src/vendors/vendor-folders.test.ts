import { expect, test } from 'vitest';
import { describeVendorFolder, vendorOf } from './vendor-folders.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const GZIP = Uint8Array.of(0x1f, 0x8b, 8, 0);

test.each([
  ['Иванов/CT_20260101/CT_0.vol', bytes('\u0000\u0000\u0000\u0011JmVolumeVersion=1'), 'onevolume', true],
  ['Иванов/OneVolumeViewer.exe', bytes('MZ'), 'onevolume', false],
  ['GALILEOS/1234_vol_0', bytes('<?xml version="1.0"?>'), 'sidexis', true],
  ['1234_vol_0_017', GZIP, 'sidexis', true],
  ['DISC/S4Viewer/viewer.dll', bytes('MZ'), 'sidexis', false],
  ['scan.INV', bytes("<?xml version='1.0'?>\n<INVFile version='2.0'>"), 'invivo', true],
  ['iCATVision/setup.exe', bytes('MZ'), 'icat', false],
  ['Romexis_Viewer/viewer.exe', bytes('MZ'), 'romexis', false],
  ['CS 3D Imaging/start.exe', bytes('MZ'), 'carestream', false],
  ['NNT Viewer/NNT.exe', bytes('MZ'), 'newtom', false],
  ['CD/Ez3D-i/Ez3D.exe', bytes('MZ'), 'vatech', false],
])('%s is of a program that the portal recognises', (name, start, vendor, isVolume) => {
  expect(vendorOf(name, start)).toEqual({ vendor, isVolume });
});

test.each([
  ['a ZIP named as a volume of InVivo', 'scan.inv', bytes('PK\u0003\u0004')],
  ['a volume of another maker', 'CT_0.vol', bytes('VOL1')],
  ['a text named as a slice of GALILEOS', '1234_vol_0_001', bytes('not compressed')],
  ['an empty file', 'scan.inv', new Uint8Array()],
  ['a word inside a name', 'report-about-romexis.txt', bytes('')],
  ['a name that no program makes', `${'a/'.repeat(600)}scan.inv`, bytes('<INVFile>')],
])('%s belongs to no program', (_, name, start) => {
  expect(vendorOf(name, start)).toBeNull();
});

test('a volume in a vendor’s own format decides the vendor of a folder before file names do', () => {
  const files = [
    { vendor: 'romexis', isVolume: false },
    { vendor: 'invivo', isVolume: true },
  ] as const;
  expect(describeVendorFolder(files, { hasDicom: false })).toBe(
    'Папка программы InVivo (Anatomage): её формат не опубликован, снимки прочитать нельзя. ' +
      'Выгрузите исследование из программы как DICOM (Файл → Экспорт → DICOM)',
  );
  expect(describeVendorFolder([], { hasDicom: false })).toBeNull();
});
