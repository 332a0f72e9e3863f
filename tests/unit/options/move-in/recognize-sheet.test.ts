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
  name: 'Northgate Secondary School',
  findClass: createClassFinder(['1A', '1B', '4A', '6L']),
  isSubject: (text: string) => ['mathematics', 'physics', 'art'].includes(text.toLowerCase()),
  terms: [1, 2, 3].map((id) => ({ id, title: `Term ${id}` })),
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

  it.each<[string, string, readonly (readonly Cell[])[], object]>([
    [
      'students down and subjects across, with its term in the title',
      'Sheet1',
      [
        ['Form 1A', null, null, null],
        ['Marks of Term 2, 2021/22'],
        ['ID', 'Name', 'Mathematics', 'Physics', 'Average', 'Absent'],
        ['001', 'Anna Bell', 67, 81, 74, 3],
        ['002', 'Sam Ali', 45, 1, 23, null],
      ],
      {
        period: { year: 2021, term: 2 },
        fields: ['student_id', 'name', 'subject:Mathematics', 'subject:Physics', '-', 'absent'],
      },
    ],
    [
      'course and exam in headings of their own, and a subject that the school does not have',
      'Term I',
      [
        ['Surname', 'First Name', 'Mathematics Course (30)', 'Mathematics Exam (70)', 'Latin'],
        ['Bell', 'Anna', 25, 48, 'B+'],
        ['Ali', 'Sam', 11, 30, 61],
      ],
      {
        period: { year: null, term: 1 },
        fields: ['last_name', 'first_name', 'course:Mathematics', 'exam:Mathematics', 'subject:Latin'],
      },
    ],
    [
      'a mark a row',
      'Old marks',
      [
        ['Student ID', 'Year', 'Term', 'Subject', 'Mark'],
        ['001', '2019-2020', 1, 'Latin', 'B+'],
      ],
      { period: { year: null, term: null }, fields: ['student_id', 'year', 'term', 'subject', 'mark'] },
    ],
  ])('is marks of an earlier term: %s', (_, name, rows, expected) => {
    const { period, fields } = expected as { period: object; fields: string[] };
    const found = recognizeSheet({ name, sheet: sheetOf(rows) }, { school, said: undefined });
    expect([found?.kind, found?.period, found?.columns.map(({ field }) => field)]).toEqual(['marks', period, fields]);
  });

  it('has the parts of a subject below it, where that is merged over them', () => {
    const merges = [
      { fromRow: 1, toRow: 1, fromColumn: 3, toColumn: 5 },
      { fromRow: 1, toRow: 1, fromColumn: 6, toColumn: 8 },
    ];
    const found = recognize(
      'Form 2B Term 3 2020-2021',
      sheetOf(
        [
          [null, null, 'Mathematics', null, null, 'Integrated Science', null, null],
          ['No.', 'Student', 'CW', 'Exam', 'Total', 'CW', 'Exam', 'Total'],
          [1, 'Bell, Anna', 25, 48, 73, 20, 30, 50],
          [2, 'Ali, Sam', 10, 40, 50, null, null, 'Abs'],
        ],
        merges,
      ),
    );
    expect(found).toMatchObject({
      kind: 'marks',
      fields: [
        ...['-', 'name', 'course:Mathematics', 'exam:Mathematics', 'subject:Mathematics'],
        ...['course:Integrated Science', 'exam:Integrated Science', 'subject:Integrated Science'],
      ],
    });
  });

  it.each<[string, readonly (readonly Cell[])[], string]>([
    [
      'Attendance Term 1 2022-2023',
      [
        ['ID', 'Name', 'Sessions', 'Times Absent', 'Times Late'],
        ['001', 'Anna Bell', 140, 3, 1],
      ],
      'attendance',
    ],
    [
      'Register',
      [
        ['Student ID', 'Name', 'SEA No.', 'House'],
        ['001', 'Anna Bell', 67, 'Red'],
        ['002', 'Sam Ali', 81, 'Blue'],
      ],
      'students',
    ],
    [
      'Options',
      [
        ['ID', 'Name', 'Mathematics', 'Physics'],
        ['001', 'Anna Bell', 1, 1],
        ['002', 'Sam Ali', 1, 0],
      ],
      'takers',
    ],
  ])('“%s” is what its columns are', (name, rows, kind) => {
    expect(recognize(name, sheetOf(rows))?.kind).toBe(kind);
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

  it('takes the number of the staff rather than one that counts the rows', () => {
    const found = recognize(
      'Staff',
      sheetOf([
        ['No.', 'Name', 'Staff No', 'Date of Birth'],
        [1, 'Kim Lee', 12, '31-Jan-1980'],
      ]),
    );
    expect(found?.fields).toEqual(['-', 'name', 'teacher_num', 'date_of_birth']);
    expect(
      recognize(
        'Staff',
        sheetOf([
          ['No.', 'Name'],
          [1, 'Kim Lee'],
        ]),
      )?.fields,
    ).toEqual(['teacher_num', 'name']);
  });

  it('passes over the average of a class, and over its highest and lowest mark', () => {
    const found = recognize(
      'Form 1A',
      sheetOf([
        ['Student ID', 'Name', 'Mathematics', 'Physics'],
        ['70001', 'Ali, Sam', 61, 70],
        [null, 'Class Average', 61, 70],
        [null, 'Highest mark', 61, 70],
      ]),
    );
    expect(found?.rows.map(([row]) => row)).toEqual([2]);
    expect(found?.notes).toHaveLength(2);
  });
});
