import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attachmentHeader, inlineHeader } from '#functions/platform/files/content-disposition.ts';

describe('the name of a download', () => {
  it('is in full for programs of today, and in plain letters for others', () => {
    expect(attachmentHeader('José (4A).pdf')).toBe(
      `attachment; filename="Jose (4A).pdf"; filename*=UTF-8''Jos%C3%A9%20%284A%29.pdf`,
    );
    expect(inlineHeader('4A.pdf')).toBe(`inline; filename="4A.pdf"; filename*=UTF-8''4A.pdf`);
  });

  it('never ends the header or its quotes, whatever it was', () => {
    const anyText = fc.array(fc.nat(0xffff), { maxLength: 20 }).map((units) => String.fromCharCode(...units));
    fc.assert(
      fc.property(fc.oneof(anyText, fc.constant('a"; x="\r\nSet-Cookie: b\\')), (name) => {
        const [, plain = '"', full = ''] =
          /^attachment; filename="([^"\\]*)"; filename\*=UTF-8''(.*)$/.exec(attachmentHeader(name)) ?? [];
        expect(plain).toMatch(/^[\x20-\x7e]*$/);
        expect(full).toMatch(/^(?:[A-Za-z0-9._~!-]|%[0-9A-Fa-f]{2})*$/);
        expect(decodeURIComponent(full)).toBe(name.toWellFormed());
      }),
    );
  });
});
