import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { code128Bars, code128Symbols } from '#functions/options/scan-stations/documents/code-128.ts';

/** Bars and gaps as the letters of a scanner's picture: # is dark. */
const drawn = (text: string): string => {
  const { bars, width } = code128Bars(text);
  const modules = Array.from({ length: width }, () => ' ');
  for (const bar of bars) for (let at = bar.at; at < bar.at + bar.width; at += 1) modules[at] = '#';
  return modules.join('');
};

const ids = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,39}$/);

describe('Code 128', () => {
  it('has the published check symbol of an example', () => {
    // The example of the encyclopaedia's article: 88 is its check symbol.
    expect(code128Symbols('Wikipedia')).toEqual([104, 55, 73, 75, 73, 80, 69, 68, 73, 65, 88]);
  });

  it('has pairs of digits where there is nothing else, and a letter for an odd last one', () => {
    expect(code128Symbols('2025001').slice(0, -1)).toEqual([105, 20, 25, 0, 100, 17]);
    expect(code128Symbols('1234').slice(0, -1)).toEqual([105, 12, 34]);
    expect(code128Symbols('12').slice(0, -1)).toEqual([104, 17, 18]);
  });

  it('begins, reads and ends as the standard draws it', () => {
    const bars = drawn('A');
    // Start B, A, check symbol 34 (104 + 33 = 137, less 103), stop.
    expect(bars).toBe(
      ['11010010000', '10100011000', '10001011000', '1100011101011'].join('').replaceAll('1', '#').replaceAll('0', ' '),
    );
  });

  it('draws each symbol eleven modules wide with three bars, of which an even number is dark', () => {
    fc.assert(
      fc.property(ids, (id) => {
        const bars = drawn(id);
        expect(bars).toHaveLength(11 * (code128Symbols(id).length + 1) + 2);
        for (let at = 0; at + 13 < bars.length; at += 11) {
          const symbol = bars.slice(at, at + 11);
          expect(symbol).toMatch(/^(#+ +){3}$/);
          expect([...symbol].filter((module) => module === '#').length % 2).toBe(0);
        }
      }),
    );
  });

  it('differs for different ids', () => {
    fc.assert(fc.property(ids, ids, (one, other) => one === other || drawn(one) !== drawn(other)));
  });

  it('refuses characters that scanners cannot type', () => {
    expect(() => code128Bars('Zoë')).toThrow(RangeError);
    expect(() => code128Bars('')).toThrow(RangeError);
  });
});
