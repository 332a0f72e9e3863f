import type { Cell, SheetOfFile } from './files-of-school.ts';

/** How much a school brings. Classes and subjects are those of the small school's file, and twelve subjects. */
export interface SchoolSize {
  teachers: number;
  /** Lessons: each teacher has as many. */
  lessonsOfTeacher: number;
  students: number;
  /** Terms before, of which each student has ten marks. */
  terms: number;
}

/** The school of the requirement: 62 teachers, 400 lessons, 1,000 students, 12,000 assignments, 60,000 past marks. */
export const wholeSchool: SchoolSize = { teachers: 62, lessonsOfTeacher: 6.5, students: 1000, terms: 6 };
export const tenthOfSchool: SchoolSize = { teachers: 6, lessonsOfTeacher: 6.5, students: 100, terms: 6 };

const numbers = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

const subjects = [
  ...['Mathematics', 'English Language', 'Biology', 'Chemistry', 'Physics', 'Spanish', 'French', 'Geography'],
  ...['History', 'Visual Arts', 'Physical Education', 'Technical Drawing'],
];
const marked = subjects.slice(0, 10);

/** One workbook with all of it: teachers, subjects, lessons, students, who takes what, and a mark sheet a term. */
export function sheetsOfSchool(
  { teachers, lessonsOfTeacher, students, terms }: SchoolSize,
  classIds: readonly string[],
): readonly SheetOfFile[] {
  const classOf = (n: number) => classIds[n % classIds.length] ?? '';
  const nameOf = (n: number) => `Kim${n} Lee${n}`;
  const lessons = numbers(Math.min(Math.round(teachers * lessonsOfTeacher), 400)).map((n): Cell[] => [
    nameOf((n % teachers) + 1),
    subjects[n % subjects.length] ?? '',
    classOf(Math.floor(n / subjects.length)),
  ]);
  const idOf = (n: number) => String(700_000 + n);
  return [
    {
      name: 'Teachers',
      rows: [
        ['Teacher No.', 'Last Name', 'First Name', 'Date of Birth'],
        ...numbers(teachers).map((n) => [100 + n, `Lee${n}`, `Kim${n}`, '31-Jan-1980']),
      ],
    },
    { name: 'Subjects', rows: [['Subject'], ...subjects.map((title) => [title])] },
    { name: 'Lessons', rows: [['Teacher', 'Subject', 'Class'], ...lessons] },
    {
      name: 'Students',
      rows: [
        ['Student ID', 'Last Name', 'First Name', 'Class', 'Date of Birth', 'Sex', 'Home Address'],
        ...numbers(students).map((n) => [
          ...[idOf(n), `Surname${n}`, `Given${n}`, classOf(n), '9-Mar-2014', n % 2 === 0 ? 'Male' : 'Female'],
          `${n} High Street`,
        ]),
      ],
    },
    {
      name: 'Who takes what',
      rows: [['Student ID', ...subjects], ...numbers(students).map((n) => [idOf(n), ...subjects.map(() => 'x')])],
    },
    ...numbers(terms).map((term): SheetOfFile => {
      const year = 2018 + Math.floor((term - 1) / 3);
      return {
        name: `Term ${((term - 1) % 3) + 1} ${year}-${year + 1}`,
        rows: [
          ['Student ID', 'Name', ...marked, 'Average'],
          ...numbers(students).map((n) => [
            ...[idOf(n), `Surname${n}, Given${n}`],
            ...marked.map((_, index) => 40 + ((n * 7 + term * 3 + index) % 60)),
            ...[70],
          ]),
        ],
      };
    }),
  ];
}
