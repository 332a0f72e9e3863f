import * as z from 'zod/mini';
import { type Contract, xlsxType } from '../http/contract.ts';
import { day, formLevel, formLevelInPath, id, termInPath, yearInPath } from '../http/fields.ts';

const who = ['Admin', 'teacher'] as const;
const menu = ['completeness'] as const;

/** What a row of the board is about: a subject of the class, or the remarks that one of its posts writes. */
export const boardParts = ['subject', 'form teacher', 'dean'] as const;

/** What one teacher, or several who share it, has to enter in a class for a term, and how far it is. */
const boardRow = () =>
  z.strictObject({
    class_id: id,
    form_level: formLevel,
    part: z.literal(boardParts),
    /** Null where it is about remarks. */
    subject_id: z.nullable(id),
    title: z.string(),
    abbr: z.string(),
    /** Those whose work it is, by name; several where a student is nobody's own. Empty: nobody was given it. */
    teachers: z.array(z.strictObject({ employee_id: id, name: z.string() })),
    /** Reports that it is of. */
    students: z.int(),
    /** Students with a total, which the posting check asks for; null where it is about remarks. */
    marks: z.nullable(z.int()),
    /** Students with an exam mark, and with a course mark; null where the term has no such part. */
    exams: z.nullable(z.int()),
    courses: z.nullable(z.int()),
    /** Comments in the subject, or the remarks. */
    texts: z.int(),
    /** A student who has no total, or else no text; null where nothing is missing. */
    first_missing: z.nullable(id),
  });
export type BoardRow = z.output<ReturnType<typeof boardRow>>;

/** What is entered of a term by class, subject and teacher, counted from the reports as the posting check counts. */
export const completenessCalls = {
  /** Of every class, of a level's, and for a teacher of those classes that the teacher is form teacher or dean of. */
  completeness: {
    method: 'GET',
    path: '/api/completeness',
    who,
    menu,
    input: () => z.strictObject({ year: yearInPath, term: termInPath, form_level: z.optional(formLevelInPath) }),
    output: () =>
      z.strictObject({
        /** The last day of the term; null where the office has not said. */
        due: z.nullable(day),
        /** Every class of the answer and how many reports of the term it has. */
        classes: z.array(z.strictObject({ class_id: id, form_level: formLevel, reports: z.int() })),
        rows: z.array(boardRow()),
      }),
    needs: { table: 'read', partitions: 'indexes' },
  },
  /** The board as a workbook, a line a row: of these classes, parts and teachers, where any are named, and of one state. */
  completenessExcel: {
    method: 'GET',
    path: '/completeness-excel',
    who,
    menu,
    input: () =>
      z.strictObject({
        year: yearInPath,
        term: termInPath,
        class_ids: z.optional(z.array(id).check(z.maxLength(200))),
        titles: z.optional(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(200))),
        /** As {@link teacherText} names them. */
        teachers: z.optional(z.array(z.string().check(z.maxLength(1000))).check(z.maxLength(200))),
        only: z.optional(z.literal(['complete', 'incomplete'])),
      }),
    output: () => z.custom<Uint8Array>((value) => value instanceof Uint8Array),
    produces: xlsxType,
    kind: 'documents',
    needs: { table: 'read', partitions: 'indexes' },
  },
} as const satisfies Contract;

/** What a row still lacks: students without a total, and without the comment or remark. */
export const lackingOf = ({ students, marks, texts }: Pick<BoardRow, 'students' | 'marks' | 'texts'>) => ({
  marks: marks === null ? 0 : students - marks,
  texts: students - texts,
});

export const isComplete = (row: Pick<BoardRow, 'students' | 'marks' | 'texts'>): boolean => {
  const { marks, texts } = lackingOf(row);
  return marks + texts === 0;
};

/** Where nobody was given a row's work. */
export const noTeacher = 'Nobody';

/** "Mona Núñez, Eric Ali": whose work a row is. */
export const teacherText = ({ teachers }: Pick<BoardRow, 'teachers'>): string =>
  teachers.map(({ name }) => name).join(', ') || noTeacher;
