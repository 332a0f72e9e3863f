import { describe, expect, it } from 'vitest';
import { type Arranging, wrongArrangement } from '../../support/oracle/arrangements.ts';
import type { SheetLook } from '../../support/oracle/entries.ts';

/** Rows in the order shown, each with its mark. */
const sheet = (rows: Readonly<Record<string, string>>): SheetLook =>
  new Map(Object.entries(rows).map(([row, value]) => [`${row} mark`, { value, text: value, note: null }]));

const list = { S1: '50', S2: '', S3: '8', S4: '50' };
const wrong = (arranging: Arranging, after: Readonly<Record<string, string>>, isFiltered = true) =>
  wrongArrangement({ arranging, column: 'mark', before: sheet(list), after: sheet(after), isFiltered }).length;

describe('the oracle finds nothing wrong', () => {
  it('in rows that are in the order asked for, equal ones by name and blanks last', () => {
    expect(wrong('lowest', { S3: '8', S1: '50', S4: '50', S2: '' })).toBe(0);
    expect(wrong('highest', { S1: '50', S4: '50', S3: '8', S2: '' })).toBe(0);
    expect(wrong('missing first', { S2: '', S1: '50', S3: '8', S4: '50' })).toBe(0);
    expect(wrong('name', list)).toBe(0);
  });

  it('where an answer changed a value after its row was placed', () => {
    expect(wrong('lowest', { S3: '60', S1: '50', S4: '50', S2: '' })).toBe(0);
  });

  it('where those without a mark are shown alone, and where all are shown again', () => {
    expect(wrong('missing only', { S2: '' })).toBe(0);
    expect(wrong('missing only', list, false)).toBe(0);
  });
});

describe('the oracle finds a row', () => {
  it('that is above one that it belongs below', () => {
    expect(wrong('lowest', { S1: '50', S3: '8', S4: '50', S2: '' })).toBe(1);
    expect(wrong('highest', { S4: '50', S1: '50', S3: '8', S2: '' })).toBe(1);
    expect(wrong('highest', { S2: '', S1: '50', S4: '50', S3: '8' })).toBe(1);
    expect(wrong('missing first', { S1: '50', S2: '', S3: '8', S4: '50' })).toBe(1);
    expect(wrong('list', { S2: '', S1: '50', S3: '8', S4: '50' })).toBe(1);
  });

  it('that a filter hides though its mark is missing, or shows though it has one', () => {
    expect(wrong('missing only', {})).toBe(1);
    expect(wrong('missing only', { S1: '50', S2: '' })).toBe(1);
  });
});
