import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  breakLines,
  fitLines,
  lineText,
  singleLine,
  type TextLine,
  type TextMeasure,
} from '#functions/platform/pdf/lines.ts';

/** A typewriter: every character is as wide as the size. */
const typewriter = (size: number): TextMeasure => ({ width: (text) => [...text].length * size, space: size });
const broken = (text: string, width: number) => breakLines(text, typewriter(1), width).map(lineText);

const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'ű', 'Ž', '-', '/', '–', '1', '.'),
  minLength: 1,
  maxLength: 30,
});
const text = fc.array(fc.tuple(word, fc.constantFrom(' ', '  ', '\t', '\n', '\r\n', ' \n ')), { maxLength: 40 });
const written = text.map((parts) => parts.flat().join(''));
const withoutSpace = (value: string) => value.replace(/\s/g, '');

describe('breaking text into lines', () => {
  it('makes no line wider than the column', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 40 }), (value, width) => {
        const measure = typewriter(1);
        for (const line of breakLines(value, measure, width)) {
          expect(measure.width(lineText(line))).toBeLessThanOrEqual(width);
          expect(line.width).toBe(measure.width(lineText(line)));
        }
      }),
    );
  });

  it('keeps every character, in order', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 40 }), (value, width) => {
        expect(withoutSpace(broken(value, width).join(''))).toBe(withoutSpace(value));
      }),
    );
  });

  it('keeps words apart when the lines are read one after the other', () => {
    const read = (lines: TextLine[]) => lines.map((line) => lineText(line) + (line.endsInSpace ? ' ' : '')).join('');
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 40 }), (value, width) => {
        const words = value.split(/\s+/).filter((entry) => entry !== '');
        const lines = breakLines(value, typewriter(1), width);
        expect(
          read(lines)
            .split(/ +/)
            .filter((entry) => entry !== ''),
        ).toEqual(words);
      }),
    );
  });

  it('cuts a word only where the word alone is wider than the column', () => {
    fc.assert(
      fc.property(written, fc.integer({ min: 1, max: 40 }), (value, width) => {
        const whole = value.split(/\s+/).every((entry) => entry.length <= width);
        fc.pre(whole);
        expect(breakLines(value, typewriter(1), width).some((line) => line.isCut)).toBe(false);
      }),
    );
  });

  it('fills each line before it starts the next', () => {
    expect(broken('one two three four', 9)).toEqual(['one two', 'three', 'four']);
    expect(broken('one two three four', 10)).toEqual(['one two', 'three four']);
  });

  it('breaks after a hyphen, a dash and a stroke, but not before a leading one', () => {
    expect(broken('well-behaved and/or', 9)).toEqual(['well-', 'behaved', 'and/or']);
    expect(broken('scored -5', 7)).toEqual(['scored', '-5']);
  });

  it('does not break at a no-break space', () => {
    expect(broken('Urgent Intervention\u00a0Needed', 20)).toEqual(['Urgent', 'Intervention\u00a0Needed']);
  });

  it('keeps the lines that the writer made, empty ones included', () => {
    expect(broken('one\ntwo\r\n\nthree\u2028four', 20)).toEqual(['one', 'two', '', 'three', 'four']);
  });

  it('cuts a word between letters as readers see them, never inside one', () => {
    const family = '👩‍👧';
    const lines = breakLines(`q\u0323q\u0323q\u0323${family}`, { width: (value) => [...value].length, space: 1 }, 2);
    expect(lines.map(lineText).slice(0, 3)).toEqual(['q\u0323', 'q\u0323', 'q\u0323']);
  });

  it('sets a single line however long it is', () => {
    expect(lineText(singleLine('Page 1 of 2', typewriter(1)))).toBe('Page 1 of 2');
  });
});

describe('shrinking text to fit', () => {
  const fitted = (value: string, maxLines?: number) =>
    fitLines({ text: value, measureAt: typewriter, width: 100, size: 10, smallest: 5, maxLines });

  it('leaves text alone that fits', () => {
    expect(fitted('ten chars.').size).toBe(10);
  });

  it('shrinks just enough to keep the longest word whole', () => {
    const { size, lines } = fitted('Mathematics');
    expect(size).toBe(9);
    expect(lines.map(lineText)).toEqual(['Mathematics']);
  });

  it('shrinks just enough to stay within the lines it is given', () => {
    expect(fitted('one two three').size).toBe(10);
    expect(fitted('one two three', 1).size).toBe(7.5);
  });

  it('stops at the smallest size, and then breaks what does not fit', () => {
    const { size, lines } = fitted('x'.repeat(45));
    expect(size).toBe(5);
    expect(lines.map(lineText)).toEqual(['x'.repeat(20), 'x'.repeat(20), 'x'.repeat(5)]);
  });
});
