import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  parseGrade,
  parseMark,
  parseNumber,
  parseSetting,
  parseTimesCount,
  parseTypedText,
} from '../../../shared/marks/parse-typed.ts';
import { parseExact, roundExact } from '../../support/samples/exact-ratio.ts';

const exam = { max: 70, decimals: 1, counts: 'marks' } as const;
const whole = { max: 50, decimals: 0, counts: 'marks' } as const;

describe('a typed mark', () => {
  it('is taken with a decimal point or a decimal comma', () => {
    expect(parseMark(' 57.5 ', exam)).toEqual({ value: 57.5 });
    expect(parseMark('57,5', exam)).toEqual({ value: 57.5 });
    expect(parseMark('+7.', exam)).toEqual({ value: 7 });
    expect(parseMark('.5', exam)).toEqual({ value: 0.5 });
  });

  it.each([
    '1,000',
    '12,500',
    '1,000,000',
    '1,000.5',
  ])('is refused where a comma may separate thousands: %j', (typed) => {
    const message = `${typed}: please write it without a comma.`;
    expect(parseMark(typed, { ...exam, max: 2000 })).toEqual({
      value: undefined,
      note: { kind: 'refused', typed, message },
    });
    expect(parseNumber(typed, whole)).toEqual({ refused: message });
  });

  it('is blank when nothing was typed, and zero when zero was', () => {
    expect(parseMark('  ', exam)).toEqual({ value: null });
    expect(parseMark('0', exam)).toEqual({ value: 0 });
  });

  it.each([
    ['-1', 0, '-1 typed, 0 kept.'],
    ['−3', 0, '−3 typed, 0 kept.'],
    ['85', 70, '85 typed, 70 kept.'],
    ['57.25', 57.3, '57.25 typed, 57.3 kept.'],
    ['69.96', 70, '69.96 typed, 70 kept.'],
    ['-0.04', 0, '-0.04 typed, 0 kept.'],
    ['9'.repeat(400), 70, `${'9'.repeat(23)}… typed, 70 kept.`],
  ])('of %j is clamped to %d, and says so', (typed, value, message) => {
    expect(parseMark(typed, exam)).toEqual({ value, note: { kind: 'clamped', typed, message } });
  });

  it.each([
    'abc',
    '7o',
    '1e2',
    '1.2.3',
    '12 13',
    '57%',
    '5²',
    '①',
    '½',
    '.',
    '-',
    '--1',
    '0x10',
    'Infinity',
    'NaN',
  ])('of %j is refused as it is', (typed) => {
    const note = { kind: 'refused', typed, message: `${typed}: not a number.` };
    expect(parseMark(typed, exam)).toEqual({ value: undefined, note });
  });

  it('of a fraction is refused where whole marks are given', () => {
    for (const typed of ['4.5', '4,5', '12.05']) {
      const note = { kind: 'refused', typed, message: `${typed}: whole marks only.` };
      expect(parseMark(typed, whole)).toEqual({ value: undefined, note });
    }
    expect(parseMark('4.0', whole)).toEqual({ value: 4 });
    expect(parseMark('2.5', { ...whole, counts: 'numbers' }).note?.message).toBe('2.5: whole numbers only.');
  });

  it('is within 0 and the maximum, and says when something else was typed', () => {
    const typed = fc.record({ tenths: fc.integer({ min: -5000, max: 15_000 }), max: fc.constantFrom(30, 70, 100) });
    fc.assert(
      fc.property(typed, ({ tenths, max }) => {
        const { value, note } = parseMark((tenths / 10).toFixed(1), { ...exam, max });
        const expected = tenths < 0 ? 0 : tenths > max * 10 ? max : tenths / 10;
        expect(value).toBe(expected);
        expect(note?.kind).toBe(expected === tenths / 10 ? undefined : 'clamped');
        expect(parseMark(String(value), { ...exam, max })).toEqual({ value });
      }),
    );
  });

  it('with more decimals is rounded half up to one, and says so', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7000 }), (hundredths) => {
        const digits = `${Math.trunc(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
        const { value, note } = parseMark(digits, exam);
        expect(value?.toFixed(1)).toBe(roundExact(parseExact(digits), 1));
        expect(note?.kind).toBe(hundredths % 10 === 0 ? undefined : 'clamped');
      }),
      { numRuns: 2000 },
    );
  });

  it('is, whatever text it was, a value that the server takes, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.double().map(String)), (typed) => {
        const { value } = parseMark(typed, exam);
        if (value === undefined || value === null) return;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(70);
        expect(Math.abs(value * 10 - Math.round(value * 10))).toBeLessThan(1e-9);
      }),
    );
  });
});

describe('digits of other scripts', () => {
  const scripts = [
    'arab',
    'arabext',
    'beng',
    'deva',
    'fullwide',
    'khmr',
    'mathbold',
    'mathmono',
    'mymr',
    'tamldec',
    'thai',
  ];

  it.each(scripts)('are digits: %s', (numberingSystem) => {
    const write = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false, maximumFractionDigits: 1 });
    for (const value of [0, 12, 37, 48, 59, 60.5, 69.9])
      expect(parseMark(write.format(value), exam)).toEqual({ value });
  });

  it('may have a full-width or Arabic point, comma or sign, and marks of direction that cannot be seen', () => {
    expect(parseMark('５７．５', exam)).toEqual({ value: 57.5 });
    expect(parseMark('５７，５', exam)).toEqual({ value: 57.5 });
    expect(parseMark('٥٧٫٥', exam)).toEqual({ value: 57.5 });
    expect(parseMark('\u200f٥٧\u200f', exam)).toEqual({ value: 57 });
    expect(parseMark('－１', exam)).toMatchObject({ value: 0, note: { message: '－１ typed, 0 kept.' } });
  });
});

describe('a number of a file', () => {
  it('is held against no limits', () => {
    expect(parseNumber('-3', whole)).toEqual({ value: -3, isRounded: false });
    expect(parseNumber('7.5', whole)).toEqual({ refused: '7.5: whole marks only.' });
    expect(parseNumber('1e+21', whole)).toEqual({ refused: '1e+21: not a number.' });
  });
});

describe('times late and absent of a term report', () => {
  it('are digits, up to 999', () => {
    expect(parseTimesCount('12')).toEqual({ value: 12 });
    expect(parseTimesCount('١٢')).toEqual({ value: 12 });
    expect(parseTimesCount('')).toEqual({ value: null });
    expect(parseTimesCount('1000')).toMatchObject({ value: 999, note: { message: '1000 typed, 999 kept.' } });
  });

  it.each(['4x', '-1', '2.5', '1e2'])('are cleared by %j, which is said', (typed) => {
    const note = { kind: 'refused', typed, message: `${typed}: digits only, cleared.` };
    expect(parseTimesCount(typed)).toEqual({ value: null, note });
  });
});

describe('a typed grade', () => {
  it('is one of its letters, in either case and width', () => {
    const letters = ['A', 'B', 'C', 'D', 'E'];
    expect([' b', 'E', 'ｃ', ''].map((typed) => parseGrade(typed, letters).value)).toEqual(['B', 'E', 'C', null]);
    expect(parseGrade('F', letters).note).toEqual({ kind: 'refused', typed: 'F', message: 'F: grades A to E only.' });
    expect(parseGrade('AB', letters).value).toBeUndefined();
  });
});

describe('a typed text', () => {
  it('is refused above its limit, whole, and says by how much', () => {
    expect(parseTypedText('Good work.', 10)).toEqual({ value: 'Good work.' });
    const note = { kind: 'refused', typed: 'Good work, Ali', message: '4 characters too many: at most 10.' };
    expect(parseTypedText('Good work, Ali', 10)).toEqual({ value: undefined, note });
    expect(parseTypedText('Good works.', 10).note?.message).toBe('1 character too many: at most 10.');
    expect(parseTypedText(' ', 10)).toEqual({ value: null });
  });
});

describe('a typed number of a setting', () => {
  const total = { from: 1, to: 1000, decimals: 0, counts: 'numbers' } as const;
  const weighting = { from: 0, to: 100, decimals: 1, counts: 'numbers' } as const;
  const said = (text: string, kind: typeof total | typeof weighting) => {
    const { value, note } = parseSetting(text, kind);
    return value === undefined ? note?.message : value;
  };

  it('is taken as a whole, in any script, or blank', () => {
    expect(said(' 50 ', total)).toBe(50);
    expect(said('５０', total)).toBe(50);
    expect(said('12,5', weighting)).toBe(12.5);
    expect(said(' ', total)).toBe(null);
  });

  it('is refused with its reason, and never cut, clamped or rounded', () => {
    expect(said('5o0', total)).toBe('5o0: not a number.');
    expect(said('4.5', total)).toBe('4.5: whole numbers only.');
    expect(said('0', total)).toBe('0: from 1 to 1000 only.');
    expect(said('1001', total)).toBe('1001: from 1 to 1000 only.');
    expect(said('-1', weighting)).toBe('-1: from 0 to 100 only.');
    expect(said('12.34', weighting)).toBe('12.34: one decimal only.');
  });
});
