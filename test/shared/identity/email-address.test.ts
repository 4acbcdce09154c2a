import { describe, expect, test } from 'vitest';
import { canonicalAddress } from '../../../shared/identity/email-address.ts';

const long = (length: number, character = 'x') => character.repeat(length);

describe('an e-mail address has one form', () => {
  test.each([
    ['Ada@Example.COM', 'ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['ada@BÜCHER.example', 'ada@xn--bcher-kva.example'],
    ['ada@bu\u0308cher.example', 'ada@xn--bcher-kva.example'],
    ['ada@XN--bcher-KVA.example', 'ada@xn--bcher-kva.example'],
    ['info@почта.рф', 'info@xn--80a1acny.xn--p1ai'],
    ['info@example.xn--p1ai', 'info@example.xn--p1ai'],
    ['ada@日本語。テスト', 'ada@xn--wgv71a119e.xn--zckzah'],
    ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
    ['ada@faß.de', 'ada@xn--fa-hia.de'],
    ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
    ['first.last+tag@example.com', 'first.last+tag@example.com'],
    ["O'Brien@example.com", "o'brien@example.com"],
    ['a@ab--cd.com', 'a@ab--cd.com'],
    ['a@1.com', 'a@1.com'],
    [`${long(64)}@example.com`, `${long(64)}@example.com`],
    [`a@${long(63)}.com`, `a@${long(63)}.com`],
  ])('%s', (written, stored) => {
    expect(canonicalAddress(written)).toBe(stored);
    expect(canonicalAddress(stored)).toBe(stored);
  });
});

describe('what mail cannot be sent to is no address', () => {
  test.each([
    ['without an @', 'example.com'],
    ['without a local part', '@example.com'],
    ['without a domain', 'ada@'],
    ['with two', 'ada@bob@example.com'],
    ['in a list', 'ada@example.com,bob@example.com'],
    ['with a name', 'Ada <ada@example.com>'],
    ['with a quoted local part', '"ada b"@example.com'],
    ['with a local part that is not ASCII', 'ädä@example.com'],
    ['with a full-width @', 'ada＠example.com'],
    ['with a point at the beginning', '.ada@example.com'],
    ['with a point before the @', 'ada.@example.com'],
    ['with two points', 'ada..b@example.com'],
    ['with a space', 'ada @example.com'],
    ['with a local part of 65 characters', `${long(65)}@example.com`],
    ['with a label of 64 characters', `a@${long(64)}.com`],
    ['with a label of 64 characters in ASCII', `a@${long(59, 'ü')}.example`],
    ['of 255 characters', `${long(64)}@${`${long(61)}.`.repeat(3)}abcd`],
    ['with a label that begins with a hyphen', 'ada@-example.com'],
    ['with a label that ends in a hyphen', 'ada@example-.com'],
    ['with an underscore in its domain', 'ada@my_example.com'],
    ['with an empty label', 'ada@example..com'],
    ['with a point at its end', 'ada@example.com.'],
    ['with one label', 'ada@localhost'],
    ['at an IPv4 address', 'ada@192.0.2.1'],
    ['at an IPv4 address in another notation', 'ada@0x7f.1'],
    ['at a literal', 'ada@[192.0.2.1]'],
    ['with an escape', 'ada@ex%61mple.com'],
    ['with a tab', 'ada@exam\tple.com'],
    ['with a line break', 'ada@example.com\n'],
    ['with a path', 'ada@example.com/x'],
    ['with a label that stands for nothing', 'ada@xn--.com'],
    ['with a label that stands for a control character', 'ada@xn--a.com'],
    ['with right to left and left to right in one label', 'ada@1א.com'],
    ['with a lone surrogate', 'ada@\ud800.com'],
  ])('%s', (_name, written) => {
    expect(canonicalAddress(written)).toBeUndefined();
  });
});
