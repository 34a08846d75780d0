import { expect, test } from 'vitest';
import { volume } from '../../../testing/scans/dicom.ts';
import { flagsOf } from './content-flags.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const [slice] = volume(1).map((file) => Buffer.from(file.bytes));

const withPreamble = (text: string) => {
  const file = Buffer.from(slice ?? []);
  file.fill(0, 0, 128);
  file.write(text, 'latin1');
  return file;
};

test.each([
  ['DICOM/IM0001.dcm', slice],
  ['IM0001', slice],
  ['DICOMDIR', slice],
  ['photo.jpg', bytes('\xff\xd8\xff\xe0')],
  ['отчёт.pdf', bytes('%PDF-1.4')],
  ['readme.txt', bytes('Откройте viewer.exe')],
  ['data.xml', bytes('<?xml version="1.0"?><study/>')],
  ['logo.svg', bytes('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>')],
  ['пусто', bytes('')],
  // a TIFF header in the preamble lets programs without DICOM open the file
  ['dual.dcm', withPreamble('II*\0')],
])('%s is not flagged', (name, content) => {
  expect(flagsOf(name, content ?? bytes(''))).toEqual([]);
});

test.each([
  ['Просмотр/viewer.EXE', bytes('any content'), ['program']],
  ['library.dll', bytes('MZ'), ['program']],
  ['autorun.inf', bytes('[autorun]'), ['program']],
  ['setup.msi', bytes('\xd0\xcf'), ['program']],
  ['screen.scr', bytes(''), ['program']],
  ['viewer.jar', bytes('PK'), ['program']],
  ['снимок.dat', bytes('MZ\x90\0'), ['program']],
  ['снимок', bytes('\x7fELF\x02'), ['program']],
  ['mac', bytes('\xcf\xfa\xed\xfe'), ['program']],
  ['universal', bytes('\xca\xfe\xba\xbe'), ['program']],
  ['IM0001.dcm', bytes('MZ'), ['program']],
  ['start.bat', bytes(''), ['script']],
  ['run.cmd', bytes(''), ['script']],
  ['a.vbs', bytes(''), ['script']],
  ['a.ps1', bytes(''), ['script']],
  ['снимок.jpg.lnk', bytes('L\0\0\0\x01\x14\x02'), ['program', 'script']],
  ['page.hta', bytes('<html>'), ['script', 'html']],
  ['a.js', bytes('alert(1)'), ['script']],
  ['noname', bytes('#!/bin/sh\n'), ['script']],
  ['index.html', bytes('<!DOCTYPE html>'), ['html']],
  ['index.htm', bytes('hello'), ['html']],
  ['readme.txt', bytes('<html><script>'), ['html']],
  ['bom', bytes('\xef\xbb\xbf  <!doctype html>'), ['html']],
  ['wide', Buffer.from('\ufeff<html>', 'utf16le'), ['html']],
  ['logo.svg', bytes('<svg><script>alert(1)</script></svg>'), ['html']],
  ['logo.svg', bytes('<?xml version="1.0"?><svg onload="alert(1)"/>'), ['html']],
])('%s is flagged', (name, content, flags) => {
  expect(flagsOf(name, content)).toEqual(flags);
});

test.each([
  ['MZ\x90\0', 'a program of Windows'],
  ['\x7fELF', 'a program of Linux'],
  ['\xcf\xfa\xed\xfe', 'a program of macOS'],
  ['#!/bin/sh\n', 'a script'],
  ['<script>alert(1)</script>', 'a page'],
])('a DICOM file whose preamble is %j is flagged, because it also runs as %s', (preamble) => {
  expect(flagsOf('IM0001.dcm', withPreamble(preamble))).toEqual(['preamble']);
  expect(flagsOf('IM0001.exe', withPreamble(preamble))).toEqual(['program', 'preamble']);
});
