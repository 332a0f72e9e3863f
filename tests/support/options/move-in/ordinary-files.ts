import { type Cell, type SheetOfFile, workbookOf } from './files-of-school.ts';

/** A file as a secretary has it on her machine. */
export interface OrdinaryFile {
  name: string;
  bytes: Buffer;
}

const classes = ['1A', '1B', '2A'];
const studentsOfClass = 12;
const first = ['Aaliyah', 'Brandon', 'Chelsea', 'Darius', 'Ebony', 'Gabriel', 'Hannah', 'Isaiah', 'Jada', 'Keron'];
const last = ['Ali', 'Baptiste', 'De Souza', 'Edwards', 'Frederick', 'Hosein', 'Joseph', 'Khan', 'Lewis', 'O’Brien'];

interface Student {
  id: string;
  last: string;
  first: string;
  born: Date;
}

const studentsOf = (classId: string): Student[] =>
  Array.from({ length: studentsOfClass }, (_, index) => {
    const n = classes.indexOf(classId) * studentsOfClass + index;
    return {
      id: `0${70_001 + n}`,
      last: last[(n * 7 + Math.floor(n / 10)) % last.length] ?? '',
      first: first[(n * 3 + Math.floor(n / 7)) % first.length] ?? '',
      born: new Date(Date.UTC(classId === '2A' ? 2013 : 2014, n % 12, 1 + ((n * 5) % 28))),
    };
  });

const two = (number: number) => String(number).padStart(2, '0');
const slashed = (day: Date) => `${two(day.getUTCDate())}/${two(day.getUTCMonth() + 1)}/${day.getUTCFullYear()}`;

/** A row count before the staff number, titles before names, a day that is none, one that is missing, a total below. */
const staff: SheetOfFile = {
  name: 'Staff 2026',
  rows: [
    ['NORTHGATE SECONDARY SCHOOL'],
    ['Staff list, September 2026'],
    [],
    ['No.', 'Name of Teacher', 'Staff No', 'Date of birth', 'Form Teacher of', 'Tel'],
    [1, 'Mrs. Anna BELL', 12, '5/9/1984', '1A', '868-555-1001'],
    [2, 'Mr. David Charles', 7, '14-Mar-79', '1B', '868-555-1002'],
    [3, 'Ms Keisha Mohammed', 31, '22/11/1990', '2A', '868-555-1003'],
    [4, 'Dr. Luis Núñez', 44, '30/07/1971', null, '868-555-1004'],
    [5, 'Mrs Joan Lewis-Paul', 3, '1969-02-11', null, '868-555-1005'],
    [6, 'Mr. Ravi RAMDEEN', 58, '31/02/1988', null, '868-555-1006'],
    [7, 'Miss Tara Joseph', 60, null, null, '868-555-1007'],
    [8, 'Mr. D. Joseph', 61, '9 Jan 1982', null, '868-555-1008'],
    [null, 'Total: 8 teachers'],
  ],
};

const taught: readonly (readonly [subject: string, teacher: string])[] = [
  ['Mathematics', 'BELL A'],
  ['English Language', 'Charles, David'],
  ['Int. Science', 'Ms Mohammed'],
  ['Spanish', 'L. Núñez'],
  ['Social Studies', 'J Lewis Paul'],
];

/**
 * The lessons of a timetable, as another program exports them, in the characters of Windows: a name that two teachers
 * have, one that nobody has, several classes in a cell, and a class that there is not.
 */
const timetable = [
  ['Teacher', 'Subject', 'Class', 'Periods', 'Room'],
  ...taught.flatMap(([subject, teacher]) => classes.map((one) => [teacher, subject, `Form ${one}`, '4', 'R1'])),
  ['Joseph', 'P.E.', '1A/1B/2A', '2', 'Field'],
  ['Mr Persad', 'Music', '1A', '1', 'Hall'],
  ['BELL A', 'Mathematics', 'Form 9Z', '4', 'R1'],
]
  .map((cells) => cells.map((cell) => (/[",]/.test(cell) ? `"${cell}"` : cell)).join(','))
  .join('\r\n');

/**
 * A sheet a class, titles merged over it: ids whose zeros the spreadsheet program took, capitals, days as text and as
 * days, one that is none, an empty row, a student in the lists of two classes, a total.
 */
const classLists: readonly SheetOfFile[] = classes.map((classId) => {
  const rows = studentsOf(classId).map((one, index): Cell[] => [
    ...[index + 1, index % 3 === 0 ? one.id : Number(one.id)],
    ...[index % 4 === 0 ? one.last.toUpperCase() : one.last, one.first],
    classId === '1A' && index === 4 ? '31/02/2014' : index % 5 === 0 ? one.born : slashed(one.born),
  ]);
  const moved = studentsOf('1A')[2];
  const twice: Cell[][] =
    classId === '1B' && moved ? [[13, moved.id, moved.last, moved.first, slashed(moved.born), 'moved?']] : [];
  return {
    name: `Form ${classId}`,
    rows: [
      [`Class list Form ${classId} 2026-2027`],
      ['Form Teacher: see staff list'],
      [],
      ['#', 'Student No.', 'Surname', 'First name', 'D.O.B.', 'Remarks'],
      ...rows.slice(0, 8),
      [],
      ...rows.slice(8),
      ...twice,
      [null, null, 'Total', studentsOfClass],
    ],
    merged: ['A1:F1'],
  };
});

const marked = taught.slice(0, 4).map(([subject]) => subject);

/**
 * The marks that this year's form 2 had in form 1: subjects merged over their three columns, ids without zeros, one of
 * them wrong, somebody who was absent, a position, and the class's average below.
 */
const markSheet: SheetOfFile = {
  name: 'Sheet1',
  rows: [
    ['MARK SHEET FORM 1A  TERM 3  2025-2026'],
    [],
    [null, null, null, ...marked.flatMap((subject) => [subject, null, null]), 'Position'],
    ['ID', 'Surname', 'First Name', ...marked.flatMap(() => ['CW', 'Exam', 'Total'])],
    ...studentsOf('2A').map((one, index): Cell[] => [
      index === 6 ? 99_999 : Number(one.id),
      ...[one.last, one.first],
      ...marked.flatMap((_, place): Cell[] => {
        if (index === 3 && place === 0) return [20, 'sick', 'sick'];
        const [work, exam] = [12 + ((index + place) % 15), 25 + ((index * 3 + place) % 40)];
        return [work, exam, work + exam];
      }),
      index + 1,
    ]),
    [null, 'Class average', null, ...marked.flatMap(() => [19, 45, 64])],
  ],
  merged: ['D3:F3', 'G3:I3', 'J3:L3', 'M3:O3'],
};

/** The four files that a newcomer brings: 8 teachers, 18 lessons, 36 students in 3 classes, 48 past marks. */
export async function ordinaryFiles(): Promise<Record<'staff' | 'timetable' | 'classes' | 'marks', OrdinaryFile>> {
  const book = async (name: string, ...sheets: SheetOfFile[]) => ({
    name,
    bytes: Buffer.from(await workbookOf(...sheets)),
  });
  return {
    staff: await book('Staff list.xlsx', staff),
    timetable: { name: 'timetable export.csv', bytes: Buffer.from(timetable, 'latin1') },
    classes: await book('Class lists 2026-27.xlsx', ...classLists),
    marks: await book('Form 1A marks T3.xlsx', markSheet),
  };
}
