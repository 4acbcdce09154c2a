import { describe, expect, test } from 'vitest';
import { fileHeaders } from '../../../../shared/http/pages/file-headers.ts';

const dispositionOf = (name: string) =>
  fileHeaders({ name, contentType: 'text/csv; charset=utf-8', content: '' })['content-disposition'] ?? '';
/** The name as a browser saves it (RFC 8187). */
const savedAs = (name: string) => decodeURIComponent(dispositionOf(name).split("filename*=UTF-8''")[1] ?? '');

describe('the name of a file', () => {
  test.each([
    ['receipt.pdf', 'receipt.pdf'],
    ['Quittung für Zoë (2).pdf', 'Quittung für Zoë (2).pdf'],
    ['100%.csv', '100%.csv'],
    ['a"; filename="b', 'a_; filename=_b'],
    ['../../etc/passwd', '_.._etc_passwd'],
    ['C:\\temp\\a.exe', 'C__temp_a.exe'],
    ['.hidden', 'hidden'],
    ['a\r\nset-cookie: b=1', 'a__set-cookie_ b=1'],
    ['fdp.\u202etxt', 'fdp._txt'],
    ['', 'file'],
    ['...', 'file'],
    ['\ud800', '\ufffd'],
    ['x'.repeat(300), 'x'.repeat(100)],
  ])('%j is saved as %j', (name, saved) => {
    expect(savedAs(name)).toBe(saved);
  });

  test.each(['"', '\r\nx: y', 'ü', "'%22", '\u0000', ';;'])('cannot end its header or its quotes: %j', (name) => {
    expect(dispositionOf(name)).toMatch(/^attachment; filename="[^"%\\]*"; filename\*=UTF-8''[\w%.~!#$&+^`|-]+$/);
  });
});

test.each(['text/html\r\nx: y', 'text', '', 'text/csv; charset=utf-8; x'])('%j is no content type', (contentType) => {
  expect(() => fileHeaders({ name: 'a', contentType, content: '' })).toThrow('is no content type');
});
