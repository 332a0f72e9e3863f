import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GradeColumn, type NumberColumn, readTyped, type TextColumn } from '../../../web/ui/grid/columns.ts';

const head = { label: 'Exam', width: '80px' };
const exam: NumberColumn = { ...head, id: 'exam', kind: 'number', max: 70, decimals: 1 };
const late: NumberColumn = { ...head, id: 'late', kind: 'number', max: 999, decimals: 0 };
const app: GradeColumn = { ...head, id: 'app', kind: 'grade', grades: { A: 'Excellent', B: 'Good' } };
const comment: TextColumn = { ...head, id: 'comment', kind: 'text', limit: 10 };

describe('reading what was typed', () => {
  it('takes a decimal point and a decimal comma', () => {
    expect(readTyped(exam, ' 57.5 ')).toEqual({ value: 57.5 });
    expect(readTyped(exam, '57,5')).toEqual({ value: 57.5 });
  });

  it('reads nothing as blank, not as zero', () => {
    expect(readTyped(exam, '  ')).toEqual({ value: null });
    expect(readTyped(exam, '0')).toEqual({ value: 0 });
  });

  it('clamps above the maximum and below zero, and says what was typed and what was kept', () => {
    const note = { kind: 'clamped', typed: '85', message: '85 typed, 70 kept.' };
    expect(readTyped(exam, '85')).toEqual({ value: 70, note });
    expect(readTyped(exam, '-3')).toMatchObject({ value: 0, note: { message: '-3 typed, 0 kept.' } });
  });

  it('keeps one decimal, half up, and says so', () => {
    expect(readTyped(exam, '57.25')).toMatchObject({ value: 57.3, note: { typed: '57.25' } });
    expect(readTyped(exam, '57.50')).toEqual({ value: 57.5 });
  });

  it.each([
    'abc',
    '5o',
    '1.2.3',
    '12 13',
    '57%',
    '1e2',
    '٣',
    '.',
    '-',
    '0x10',
    'Infinity',
  ])('refuses %j as a mark', (typed) => {
    expect(readTyped(exam, typed)).toMatchObject({ value: undefined, note: { kind: 'refused', typed } });
  });

  it('says the column’s own words where a value is above the maximum, and not below zero', () => {
    const mark = { ...late, max: 20, aboveMax: 'More than the total.' };
    expect(readTyped(mark, '25').note?.message).toBe('More than the total. 25 typed, 20 kept.');
    expect(readTyped(mark, '-1').note?.message).toBe('-1 typed, 0 kept.');
  });

  it('refuses every value of a column that takes none as yet, and lets it be cleared', () => {
    const mark = { ...late, refuses: 'There is no total.' };
    const note = { kind: 'refused', typed: '5', message: 'There is no total.' };
    expect(readTyped(mark, '5')).toEqual({ value: undefined, note });
    expect(readTyped(mark, '')).toEqual({ value: null });
  });

  it('refuses a fraction where whole numbers are counted', () => {
    expect(readTyped(late, '2.5')).toMatchObject({ value: undefined, note: { kind: 'refused' } });
    expect(readTyped(late, '12')).toEqual({ value: 12 });
  });

  it('takes grades in either case and refuses other letters', () => {
    expect(readTyped(app, 'b')).toEqual({ value: 'B' });
    expect(readTyped(app, 'F')).toMatchObject({ value: undefined });
    expect(readTyped(app, 'toString')).toMatchObject({ value: undefined });
  });

  it('cuts a text at its limit and says so', () => {
    expect(readTyped(comment, 'Good work.')).toEqual({ value: 'Good work.' });
    expect(readTyped(comment, 'Good work, Ali')).toMatchObject({ value: 'Good work,', note: { kind: 'clamped' } });
  });

  it('keeps any text as a value that the server takes, or none', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String)), (typed) => {
        const { value } = readTyped(exam, typed);
        if (value === undefined || value === null) return;
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(70);
        expect(Math.abs((value as number) * 10 - Math.round((value as number) * 10))).toBeLessThan(1e-9);
      }),
    );
  });
});
