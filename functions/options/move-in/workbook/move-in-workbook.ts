import { isPastKind, kindFields, kindTitles, type MoveInKind, moveInKinds } from '#shared/options/move-in/kinds.ts';
import { type StudentField, studentFields } from '#shared/students/fields.ts';
import { exampleRowId } from '#shared/students/spreadsheets/row-cells.ts';
import { toColumnLetters } from '../../../platform/xlsx/read-sheet.ts';
import { renderWorkbook } from '../../../platform/xlsx/write-workbook.ts';
import { school } from '../../../school/records/school.ts';
import { currentSubjects, type KnownSchool } from '../known-school.ts';
import { pastRecordsOfSchool } from '../past-records.ts';
import { notesHeading, ownSheets } from '../reading/read-file.ts';

interface WorkbookColumn {
  label: string;
  about: string;
  example: string;
  width: number;
  /** Which list of choices its cells offer. */
  choices?: 'classes' | 'posts' | 'houses' | 'subjects';
}

const student = (
  field: StudentField,
  about: string,
  example: string,
  choices?: WorkbookColumn['choices'],
): WorkbookColumn => ({
  label: studentFields[field].label,
  about,
  example,
  width: 18,
  ...(choices ? { choices } : {}),
});

const day = 'Day, month’s name and year: 5-Sep-1984.';

const column = (label: string, about: string, example: string, more: Partial<WorkbookColumn> = {}): WorkbookColumn => ({
  label,
  about,
  example,
  width: 22,
  ...more,
});

/** The columns of each sheet. The first cell of the example says that it is one: the row is passed over. */
const columnsOfKind = (
  subjects: readonly { title: string }[],
): Readonly<Record<MoveInKind, readonly WorkbookColumn[]>> => ({
  teachers: [
    column(kindFields.teachers.teacher_num, 'From 1 to 999. Blank: the next free number.', exampleRowId, { width: 12 }),
    column(kindFields.teachers.last_name, 'Needed.', 'Bell'),
    column(kindFields.teachers.first_name, 'Needed.', 'Anna'),
    column(kindFields.teachers.date_of_birth, `Needed of a new teacher. ${day}`, '5-Sep-1984'),
    column(kindFields.teachers.post, 'One of the school’s posts, or blank.', school().posts[0]?.rank ?? '', {
      choices: 'posts',
    }),
    column(
      kindFields.teachers.form_class,
      'The class whose form teacher it is, or blank.',
      school().formClasses[0]?.id ?? '',
      { choices: 'classes' },
    ),
  ],
  subjects: [
    column(kindFields.subjects.title, 'As reports print it.', exampleRowId),
    column(kindFields.subjects.abbr, 'At most 10 characters. Blank: made of the title.', 'MATH', { width: 14 }),
  ],
  classes: [
    column(kindFields.classes.class, 'A class of the school.', exampleRowId, { choices: 'classes' }),
    column(kindFields.classes.form_teacher, 'The teacher’s name as in Teachers, or the number.', 'Bell, Anna'),
    column(kindFields.classes.dean, 'The same; several with a semicolon between.', 'Ali, Sam'),
  ],
  lessons: [
    column(kindFields.lessons.teacher, 'The teacher’s name as in Teachers, or the number.', exampleRowId),
    column(kindFields.lessons.subject, 'Title or abbreviation.', 'Mathematics', { choices: 'subjects' }),
    column(kindFields.lessons.class, 'One class, or several with commas between.', '1A, 1B'),
  ],
  students: [
    student('id', 'With its zeros. Blank: the next number.', exampleRowId),
    student('last_name', 'Needed.', 'Baptiste'),
    student('first_name', 'Needed.', 'Anaïs'),
    student('class_id', 'Needed: a class of the school.', school().formClasses[0]?.id ?? '', 'classes'),
    student('date_of_birth', day, '9-Mar-2014'),
    student('sex', 'As in the lists of the school.', 'Female'),
    student('house_code', 'A house of the school, or blank.', school().houses[0]?.name ?? '', 'houses'),
    student('sea_no', 'With its zeros.', '0012345678'),
    student('birth_certificate_no', 'With its zeros.', '01234567'),
    student('home_address', 'One line.', '12 High Street'),
    student('phone_cell', 'With its zeros.', '868 555 0100'),
  ],
  takers: [
    column(kindFields.takers.student_id, 'The ID, or a name with its class.', exampleRowId, { width: 16 }),
    column(kindFields.takers.name, 'Where there is no ID: “Last, First”.', 'Baptiste Anaïs'),
    column(kindFields.takers.class, 'Where there is no ID.', school().formClasses[0]?.id ?? '', {
      width: 12,
      choices: 'classes',
    }),
    column(kindFields.takers.subject, 'Title or abbreviation; several with commas between.', 'Mathematics', {
      choices: 'subjects',
    }),
    column(kindFields.takers.teacher, 'Only where several teach the subject in the class.', ''),
  ],
  marks: [
    ...ofPastTerm(),
    column(
      kindFields.marks.source,
      'Where the marks are from, as transcripts print it. Blank: the name of this file.',
      '',
      {
        width: 26,
      },
    ),
    // A column for each subject, or, in a school without any, a row for each mark.
    ...(subjects.length > 0
      ? subjects.map(({ title }, index) =>
          column(title, 'The mark of the term, 0 to 100, or a grade.', index === 0 ? '67.5' : '', { width: 14 }),
        )
      : [
          column(kindFields.marks.subject, 'As it is to be printed.', 'Mathematics'),
          column(kindFields.marks.mark, '0 to 100, or a grade.', '67.5', { width: 12 }),
        ]),
  ],
  attendance: [
    ...ofPastTerm(),
    column(kindFields.attendance.sessions, 'Sessions that were possible, or blank.', '140', { width: 12 }),
    column(kindFields.attendance.absent, 'Sessions, or blank.', '4', { width: 12 }),
    column(kindFields.attendance.late, 'Times, or blank.', '2', { width: 12 }),
    column(kindFields.attendance.source, 'Where it is from. Blank: the name of this file.', '', { width: 26 }),
  ],
});

/** Of whom and of which term a row is. */
const ofPastTerm = (): readonly WorkbookColumn[] => [
  column(kindFields.marks.student_id, 'The ID, or a name that one student alone has.', exampleRowId, { width: 16 }),
  column(kindFields.marks.name, 'Where there is no ID: “Last, First”.', 'Baptiste Anaïs'),
  column(kindFields.marks.year, 'The academic year: 2023-2024, or 2023.', '2023-2024', { width: 12 }),
  column(kindFields.marks.term, '1, 2 or 3.', '1', { width: 8 }),
];

const about: readonly string[] = [
  'Fill in what you have and leave the rest: a sheet without rows is passed over. The row of the example is passed over, too.',
  'Sheets and columns may be moved, and columns that are not here are passed over. What a file has already brought is shown as the same.',
  'Nothing is stored before you have seen it and confirmed it.',
];

/** Rows of each sheet for which cells have their hints. */
const hinted = 2000;

/** A workbook to fill in, with the choices of this school. */
export function renderMoveInWorkbook(known: KnownSchool, now: Date): Promise<Uint8Array> {
  const { formClasses, houses, posts, name } = school();
  const choices = {
    classes: formClasses.map(({ id }) => id),
    posts: posts.map(({ rank }) => rank),
    houses: houses.map((house) => house.name),
    subjects: currentSubjects(known).map(({ title }) => title),
  };
  const lists = Object.keys(choices) as (keyof typeof choices)[];
  const rangeOf = (list: keyof typeof choices): string | undefined => {
    const letter = toColumnLetters(lists.indexOf(list) + 1);
    return choices[list].length === 0
      ? undefined
      : `${ownSheets.choices}!$${letter}$2:$${letter}$${choices[list].length + 1}`;
  };
  return renderWorkbook({ creator: name, madeAt: now }, async (workbook) => {
    const columns = columnsOfKind(currentSubjects(known));
    const notes = workbook.sheet({
      name: ownSheets.notes,
      columns: [
        { width: 18, format: 'text' },
        { width: 22, format: 'text' },
        { width: 90, format: 'text' },
      ],
    });
    notes.row([name, null, null], 'heading');
    for (const text of about) notes.row([text]);
    notes.row([]);
    notes.row(['Sheet', 'Column', notesHeading], 'heading');
    const kinds = moveInKinds.filter((kind) => !isPastKind(kind) || pastRecordsOfSchool());
    for (const kind of kinds) for (const one of columns[kind]) notes.row([kindTitles[kind], one.label, one.about]);
    await notes.end();
    for (const kind of kinds) {
      const sheet = workbook.sheet({
        name: kindTitles[kind],
        columns: columns[kind].map(({ width }) => ({ width, format: 'text', empty: 'text' })),
        frozen: { rows: 1, columns: 0 },
      });
      sheet.row(
        columns[kind].map(({ label }) => label),
        'heading',
      );
      sheet.row(
        columns[kind].map(({ example }) => example),
        'note',
      );
      for (const [index, one] of columns[kind].entries()) {
        const letter = toColumnLetters(index + 1);
        const range = one.choices === undefined ? undefined : rangeOf(one.choices);
        sheet.addHint({
          range: `${letter}2:${letter}${hinted}`,
          title: one.label,
          text: one.about,
          ...(range === undefined ? {} : { choices: range }),
        });
      }
      await sheet.end();
    }
    const hidden = workbook.sheet({
      name: ownSheets.choices,
      columns: lists.map(() => ({ width: 20, format: 'text' })),
      isHidden: true,
    });
    hidden.row(lists, 'heading');
    const longest = Math.max(...lists.map((list) => choices[list].length));
    for (let row = 0; row < longest; row += 1) hidden.row(lists.map((list) => choices[list][row] ?? null));
    await hidden.end();
  });
}
