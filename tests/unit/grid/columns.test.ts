import { describe, expect, it } from 'vitest';
import { type GradeColumn, type NumberColumn, parseTyped, type TextColumn } from '../../../web/ui/grid/grid-columns.ts';

const head = { label: 'Exam', width: '80px' };
const exam: NumberColumn = { ...head, id: 'exam', kind: 'number', max: 70, decimals: 1, counts: 'marks' };
const late: NumberColumn = { ...head, id: 'late', kind: 'number', max: 999, decimals: 0, counts: 'numbers' };
const app: GradeColumn = { ...head, id: 'app', kind: 'grade', grades: { A: 'Excellent', B: 'Good' } };
const comment: TextColumn = { ...head, id: 'comment', kind: 'text', limit: 10 };

describe('reading what was typed', () => {
  it('reads a number by the column’s maximum and decimals', () => {
    expect(parseTyped(exam, ' 57,5 ')).toEqual({ value: 57.5 });
    expect(parseTyped(exam, '85')).toMatchObject({ value: 70, note: { message: '85 typed, 70 kept.' } });
    expect(parseTyped(late, '2.5')).toMatchObject({ value: undefined, note: { message: '2.5: whole numbers only.' } });
  });

  it('says the column’s own words where a value is above the maximum, and not below zero', () => {
    const mark = { ...late, max: 20, aboveMax: 'More than the total.' };
    expect(parseTyped(mark, '25').note?.message).toBe('More than the total. 25 typed, 20 kept.');
    expect(parseTyped(mark, '-1').note?.message).toBe('-1 typed, 0 kept.');
  });

  it('refuses every value of a column that takes none as yet, and lets it be cleared', () => {
    const mark = { ...late, refuses: 'There is no total.' };
    const note = { kind: 'refused', typed: '5', message: 'There is no total.' };
    expect(parseTyped(mark, '5')).toEqual({ value: undefined, note });
    expect(parseTyped(mark, '')).toEqual({ value: null });
  });

  it('takes grades in either case and refuses other letters', () => {
    expect(parseTyped(app, 'b')).toEqual({ value: 'B' });
    expect(parseTyped(app, 'F')).toMatchObject({ value: undefined, note: { message: 'F: grades A to B only.' } });
    expect(parseTyped(app, 'toString')).toMatchObject({ value: undefined });
  });

  it('refuses a text above its limit, as it was typed, and says so', () => {
    expect(parseTyped(comment, 'Good work.')).toEqual({ value: 'Good work.' });
    expect(parseTyped(comment, 'Good work, Ali')).toEqual({
      value: undefined,
      note: { kind: 'refused', typed: 'Good work, Ali', message: '4 characters too many: at most 10.' },
    });
  });
});
