import { describe, expect, it } from 'vitest';
import { createClassFinder } from '#functions/options/move-in/known-school.ts';
import { textOf } from '#functions/options/move-in/reading/cell-text.ts';
import { recognizeSheet } from '#functions/options/move-in/reading/recognize-sheet.ts';
import type { MergedCells, ReadCell, ReadSheet } from '#functions/platform/xlsx/read-sheet.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';

type Cell = string | number | null;

const cellOf = (value: string | number): ReadCell =>
  typeof value === 'number' ? { kind: 'number', value } : { kind: 'text', value };

function sheetOf(rows: readonly (readonly Cell[])[], merges: readonly MergedCells[] = []): ReadSheet {
  const filled = rows.map(
    (cells) => new Map(cells.flatMap((cell, index) => (cell === null ? [] : [[index + 1, cellOf(cell)] as const]))),
  );
  return {
    rows: new Map(filled.flatMap((cells, index) => (cells.size === 0 ? [] : [[index + 1, cells] as const]))),
    merges,
  };
}

const school = {
  findClass: createClassFinder(['1A', '1B', '4A', '6L']),
  isSubject: (text: string) => ['mathematics', 'physics', 'art'].includes(text.toLowerCase()),
};

function recognize(name: string, sheet: ReadSheet, said?: NonNullable<SaidOfFile['sheets']>[string]) {
  const found = recognizeSheet({ name, sheet }, { school, said });
  return (
    found && {
      kind: found.kind,
      fields: found.columns.map(({ field }) => field),
      rows: found.rows.map(({ row, cells, placeClass }) => [
        row,
        placeClass ?? null,
        ...[...cells.values()].map(textOf),
      ]),
      notes: found.notes,
    }
  );
}

describe('a sheet of a file', () => {
  it.each<[string, string, (string | null)[], string]>([
    ['a teacher list', 'Sheet1', ['Staff No', 'Surname', 'First Name', 'DOB', 'Position'], 'teachers'],
    ['a list of subjects', 'Sheet1', ['Subject', 'Code'], 'subjects'],
    ['form teachers', 'Sheet1', ['Class', 'Form Master', 'Dean'], 'classes'],
    ['a timetable’s lessons', 'Sheet1', ['Teacher', 'Subject', 'Form', 'Periods'], 'lessons'],
    ['a class list', 'Sheet1', ['Student ID', 'Surname', 'First Name', 'Class', 'Gender'], 'students'],
    ['whole names under a class’s name', '1A', ['No.', 'Name', 'Date of Birth'], 'students'],
    ['whole names under “Staff”', 'Staff', ['No.', 'Name', 'Date of Birth'], 'teachers'],
    ['a choice a row', 'Sheet1', ['Student ID', 'Name', 'Subject', 'Teacher'], 'takers'],
    ['choices across', 'Sheet1', ['Student ID', 'Name', 'Physics', 'Art'], 'takers'],
  ])('is recognized as %s', (_, name, headings, kind) => {
    expect(recognize(name, sheetOf([headings, headings.map((__, index) => `v${index}`)]))?.kind).toBe(kind);
  });

  it('is none where nothing of it is understood, and what somebody says it is', () => {
    const sheet = sheetOf([
      ['Item', 'Price'],
      ['Chalk', 3],
    ]);
    expect(recognize('Shop', sheet)).toBeUndefined();
    const named = sheetOf([
      ['Kennung', 'Fach'],
      ['MA', 'Mathematics'],
    ]);
    expect(recognize('Blatt', named)).toBeUndefined();
    expect(
      recognize(
        '1A',
        sheetOf([
          ['Name', 'House'],
          ['Bell, Anna', 'Red'],
        ]),
        { kind: 'none' },
      )?.kind,
    ).toBe('none');
  });

  it('with numbers below subjects is marks of an earlier term, and is not read', () => {
    const found = recognize(
      'Term 1',
      sheetOf([
        ['ID', 'Name', 'Mathematics', 'Physics'],
        ['001', 'Anna Bell', 67, 81],
        ['002', 'Sam Ali', 45, 1],
      ]),
    );
    expect(found).toMatchObject({
      kind: 'none',
      notes: [
        'Sheet “Term 1” looks like marks of an earlier term. Marks are not moved in here: Transcripts takes marks of earlier terms.',
      ],
    });
  });

  it('has its headings below titles and in two rows, where the first one is merged over several columns', () => {
    const merges = [{ fromRow: 3, toRow: 3, fromColumn: 2, toColumn: 3 }];
    const found = recognize(
      'Students',
      sheetOf(
        [
          ['Northgate Secondary'],
          [],
          [null, 'Student', null, null],
          ['Student ID', 'Surname', 'First Name', 'Class'],
          ['001', 'Bell', 'Anna', '1A'],
        ],
        merges,
      ),
    );
    expect(found).toMatchObject({ kind: 'students', fields: ['id', 'last_name', 'first_name', 'class_id'] });
    expect(found?.rows).toEqual([[5, null, '001', 'Bell', 'Anna', '1A']]);
  });

  it('passes over totals, repeated headings and lonely texts, and names what it passed', () => {
    const found = recognize(
      'Form 1A',
      sheetOf([
        ['ID', 'Name', 'Date of Birth'],
        ['001', 'Bell, Anna', '1-Jan-2014'],
        ['ID', 'Name', 'Date of Birth'],
        ['002', 'Ali, Sam', '2-Jan-2014'],
        ['Total: 2'],
        ['checked by the office'],
      ]),
    );
    expect(found?.rows).toEqual([
      [2, '1A', '001', 'Bell, Anna', '1-Jan-2014'],
      [4, '1A', '002', 'Ali, Sam', '2-Jan-2014'],
    ]);
    expect(found?.notes).toEqual([
      'Sheet “Form 1A”, row 5 was left out: “Total: 2”.',
      'Sheet “Form 1A”, row 6 was left out: “checked by the office”.',
    ]);
  });

  it('has a class between its rows, which holds for those below', () => {
    const found = recognize(
      'All',
      sheetOf([
        ['ID', 'Name', 'House'],
        ['Form 1A'],
        ['001', 'Bell, Anna', 'Red'],
        ['Class: 1 B'],
        ['002', 'Ali, Sam', 'Blue'],
      ]),
    );
    expect(found?.rows.map(([row, formClass]) => [row, formClass])).toEqual([
      [3, '1A'],
      [5, '1B'],
    ]);
  });

  it('gives each lesson below a merged cell its teacher', () => {
    const found = recognize(
      'Lessons',
      sheetOf(
        [
          ['Teacher', 'Subject', 'Class'],
          ['Bell', 'Art', '1A'],
          [null, 'Physics', '1B'],
        ],
        [{ fromRow: 2, toRow: 3, fromColumn: 1, toColumn: 1 }],
      ),
    );
    expect(found?.rows).toEqual([
      [2, null, 'Bell', 'Art', '1A'],
      [3, null, 'Bell', 'Physics', '1B'],
    ]);
  });

  it('has the columns that somebody says, in place of what was found', () => {
    const sheet = sheetOf([
      ['Teacher', 'Subject', 'Class', 'Room'],
      ['x', 'Art', '1A', 'Bell'],
    ]);
    const found = recognize('Lessons', sheet, { columns: { A: '-', D: 'teacher' } });
    expect(found?.fields).toEqual(['-', 'subject', 'class', 'teacher']);
    expect(found?.rows).toEqual([[2, null, 'Art', '1A', 'Bell']]);
  });
});
