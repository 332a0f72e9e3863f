import { describe, expect, it } from 'vitest';
import { createClassFinder } from '#functions/options/move-in/known-school.ts';
import { textOf } from '#functions/options/move-in/reading/cell-text.ts';
import { recognizeSheet } from '#functions/options/move-in/reading/recognize-sheet.ts';
import type { MergedCells, ReadCell, ReadSheet } from '#functions/platform/xlsx/read-sheet.ts';
import type { SaidOfFile } from '#shared/options/move-in/said.ts';

type Cell = string | number | null;

const cellOf = (value: string | number): ReadCell =>
  typeof value === 'number'
    ? { kind: 'number', value }
    : { kind: value.startsWith('#') && value !== '#' ? 'other' : 'text', value };

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
  remembered: { sheet: {}, column: {} },
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

  const merged = (row: number, fromColumn: number, toColumn: number, toRow = row): MergedCells => ({
    fromRow: row,
    toRow,
    fromColumn,
    toColumn,
  });
  /** A title above and a total below, an average and a rank behind, a blank row between. */
  const bySubject: [string, string, (readonly Cell[])[], MergedCells[], string[]] = [
    'subjects above terms',
    'Form 2B 2020-2021',
    [
      ['NORTHGATE SECONDARY SCHOOL', null, null, null, null, null, null, null, null, null],
      [null, null, 'Mathematics', null, null, 'Latin', null, null, 'Average', 'Rank'],
      ['No.', 'Student', 'Term 1', 'Term 2', 'Term 3', 'Term 1', 'Term 2', 'Term 3', null, null],
      [1, 'Bell, Anna', 61, 62, 63, 'B+', null, 71, 64, 2],
      [],
      [2, 'Ali, Sam', 51, 'abs', 53, 'C', 'B', '-', 55, 3],
      ['Class average', null, 56, 62, 58],
    ],
    [merged(1, 1, 10), merged(2, 3, 5), merged(2, 6, 8)],
    [
      ...['-', 'name', '1:subject:Mathematics', '2:subject:Mathematics', '3:subject:Mathematics'],
      ...['1:subject:Latin', '2:subject:Latin', '3:subject:Latin', '-', '-'],
    ],
  ];
  it.each<[string, string, (readonly Cell[])[], MergedCells[], string[]]>([
    bySubject,
    ['the same without a merged cell', bySubject[1], bySubject[2], [], bySubject[4]],
    [
      'terms above subjects, with attendance of each term and of the year',
      'Marks',
      [
        ['ID', 'Name', 'FIRST TERM', null, null, 'SECOND TERM', null, null, 'Year'],
        [null, null, 'Maths', 'Physics', 'Absent', 'Maths', 'Physics', 'Absent', 'Absent'],
        ['001', 'Anna Bell', 61, 71, 3, 62, 72, 1, 4],
        ['002', 'Sam Ali', 51, 41, null, 52, 42, 2, 2],
      ],
      [merged(1, 1, 1, 2), merged(1, 2, 2, 2), merged(1, 3, 5), merged(1, 6, 8)],
      [
        ...['student_id', 'name', '1:subject:Maths', '1:subject:Physics', '1:absent'],
        ...['2:subject:Maths', '2:subject:Physics', '2:absent', '-'],
      ],
    ],
    [
      'course, exam and total below a term below a subject',
      '2A',
      [
        [null, 'Mathematics', null, null, null, null, null],
        [null, 'Term I', null, null, 'Term II', null, null],
        ['Name', 'C', 'E', 'T', 'C', 'E', 'T'],
        ['Bell, Anna', 25, 48, 73, 20, 30, 50],
        ['Ali, Sam', 10, 40, 50, 11, 41, 52],
      ].map((cells, row) =>
        row === 2 ? ['Name', 'Course', 'Exam', 'Total', 'Course', 'Exam', 'Total'] : cells,
      ) as Cell[][],
      [merged(1, 2, 7), merged(2, 2, 4), merged(2, 5, 7)],
      [
        ...['name', '1:course:Mathematics', '1:exam:Mathematics', '1:subject:Mathematics'],
        ...['2:course:Mathematics', '2:exam:Mathematics', '2:subject:Mathematics'],
      ],
    ],
    [
      'one subject in the name of the sheet',
      'Physics 2B',
      [
        ['Reg No', 'Name', 'T1', 'T2', 'T3', 'Final', 'Position'],
        ['001', 'Anna Bell', 61, 62, 63, 62, 1],
        ['002', 'Sam Ali', 51, 52, 53, 52, 2],
      ],
      [],
      ['student_id', 'name', '1:subject:Physics', '2:subject:Physics', '3:subject:Physics', '-', '-'],
    ],
    [
      'one subject in a line above, with course and exam of each term in one heading',
      'Sheet1',
      [
        ['Subject: Mathematics', null, 'Teacher: Mr. Ali'],
        ['Name', 'Term 1 Course (30)', 'Term 1 Exam (70)', 'Term 2 Course (30)', 'Term 2 Exam (70)'],
        ['Bell, Anna', 25, 48, 20, 30],
        ['Ali, Sam', 10, 40, 11, 41],
      ],
      [],
      ['name', '1:course:Mathematics', '1:exam:Mathematics', '2:course:Mathematics', '2:exam:Mathematics'],
    ],
    [
      'a subject that the school does not have, in the name of the sheet',
      'Woodwork',
      [
        ['Name', 'Term 1', 'Term 2'],
        ['Bell, Anna', 61, 62],
      ],
      [],
      ['name', '1:subject:Woodwork', '2:subject:Woodwork'],
    ],
    [
      'subject and term in one heading, and terms of two years',
      'Old marks',
      [
        ['ID', 'Mathematics T1', 'Physics (Term 2)', 'Art, 1st Term 2019-2020', 'Art Term 1 2020-2021'],
        ['001', 61, 62, 63, 64],
      ],
      [],
      ['student_id', '1:subject:Mathematics', '2:subject:Physics', '2019-1:subject:Art', '2020-1:subject:Art'],
    ],
    [
      'a number below “Term”',
      'Physics',
      [
        ['Name', 'TERM', null, null],
        [null, 1, 2, 3],
        ['Bell, Anna', 61, 62, 63],
      ],
      [merged(1, 2, 4)],
      ['name', '1:subject:Physics', '2:subject:Physics', '3:subject:Physics'],
    ],
  ])('has marks of terms across: %s', (_, name, rows, merges, fields) => {
    expect(recognize(name, sheetOf(rows, merges))).toMatchObject({ kind: 'marks', fields });
  });

  it('of terms across passes over its totals, and says which column it did not read', () => {
    expect(recognize(bySubject[1], sheetOf(bySubject[2], bySubject[3]))?.notes).toEqual([
      'Sheet “Form 2B 2020-2021”, row 7 was left out: “Class average”.',
    ]);
    const twice = sheetOf([
      ['ID', 'Art Mid-Term 1', 'Art End of Term 1', 'Art Term 2'],
      ['001', 61, 62, 63],
    ]);
    expect(recognize('Marks', twice)?.notes).toEqual([]);
    const same = sheetOf([
      ['ID', 'Art T1', 'Art Term 1', 'Art Term 2'],
      ['001', 61, 62, 63],
    ]);
    expect(recognize('Marks', same)?.notes).toEqual([
      'Sheet “Marks”: column C “Art Term 1” is not read, as column B has the same.',
    ]);
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
    expect(found?.notes).toEqual([]);
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

  const twoStudents = [
    ['S1', 'Ann Ali', 20, 50, 22, 60],
    ['S2', 'Bo Bell', 21, 51, 23, 61],
  ];

  it.each<[string, (string | null)[], (string | null)[], string[]]>([
    [
      'parts of the sheet’s subject',
      [null, null, 'Term 1', null, 'Term 2', null],
      ['Student ID', 'Name', 'Course', 'Exam', 'Course', 'Exam'],
      ['1:course:Physics', '1:exam:Physics', '2:course:Physics', '2:exam:Physics'],
    ],
    [
      'parts with their percentages',
      ['Student ID', 'Name', 'Term 1', null, 'Term 2', null],
      [null, null, 'Course Work 30%', 'Exam 70%', 'Course Work 30%', 'Exam 70%'],
      ['1:course:Physics', '1:exam:Physics', '2:course:Physics', '2:exam:Physics'],
    ],
    [
      'subjects',
      [null, null, 'Term 1', null, 'Term 2', null],
      ['Student ID', 'Name', 'Mathematics', 'Chemistry', 'Mathematics', 'Chemistry'],
      ['1:subject:Mathematics', '1:subject:Chemistry', '2:subject:Mathematics', '2:subject:Chemistry'],
    ],
    [
      'subjects, beside the headings of students',
      ['Student ID', 'Name', 'Term 1', null, 'Term 2', null],
      [null, null, 'Art', 'Spanish', 'Art', 'Spanish'],
      ['1:subject:Art', '1:subject:Spanish', '2:subject:Art', '2:subject:Spanish'],
    ],
  ])('has terms above several columns that nothing is merged over: %s', (_, upper, lower, fields) => {
    const found = recognize('Physics', sheetOf([upper, lower, ...twoStudents]));
    expect(found).toMatchObject({ kind: 'marks', fields: ['student_id', 'name', ...fields], notes: [] });
    expect(found?.rows[0]).toEqual([3, null, 'S1', 'Ann Ali', '20', '50', '22', '60']);
  });

  it('says that marks are not read where nothing names their subject, and takes no mark for a subject', () => {
    const found = recognize(
      'Sheet1',
      sheetOf([
        ['FORM 1 2025'],
        ['Student ID', 'Name', 'Term 1', null, 'Term 2', null],
        [null, null, 'Course', 'Exam', 'Course', 'Exam'],
        ...twoStudents,
      ]),
    );
    expect(found).toMatchObject({ kind: 'students', fields: ['id', 'name', '-', '-'] });
    expect(found?.notes).toEqual([
      'Sheet “Sheet1” has marks and names no subject: they are not read. Please write the subject above its list.',
    ]);
  });

  it('is a sheet of marks where formulas have errors in place of some', () => {
    const found = recognize(
      'Sheet1',
      sheetOf([
        ['FORM 1A 2025 Term 1'],
        ['Student ID', 'Name', 'Mathematics', 'Physics'],
        ['S1', 'Ann Ali', 55, '#DIV/0!'],
        ['S2', 'Bo Bell', '#N/A', 60],
      ]),
    );
    expect(found).toMatchObject({
      kind: 'marks',
      fields: ['student_id', 'name', 'subject:Mathematics', 'subject:Physics'],
    });
    expect(found?.rows.map((row) => row.slice(2))).toEqual([
      ['S1', 'Ann Ali', '55', '#DIV/0!'],
      ['S2', 'Bo Bell', '#N/A', '60'],
    ]);
  });
});
