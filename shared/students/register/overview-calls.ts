import * as z from 'zod/mini';
import { answeredMark, id, term, year } from '../../http/fields.ts';

const subject = () => z.strictObject({ subject_id: z.string(), title: z.string(), abbr: z.string() });

/** A student's marks of a term, computed as for the term report. */
const termMarks = () =>
  z.strictObject({
    year,
    term,
    /** Of the term: "Term 1". */
    title: z.string(),
    /** The class of that term. */
    class_id: z.string(),
    /** Three significant digits; null where no subject has a total. */
    average: z.nullable(z.string()),
    /** Subjects with a total, and all of the report. */
    entered: z.int(),
    of: z.int(),
    /** By title. `total` in per cent. */
    subjects: z.array(z.strictObject({ ...subject().shape, total: answeredMark })),
  });
export type TermMarks = z.output<ReturnType<typeof termMarks>>;

/** The data of a student's page beside the record and the files. */
export const studentOverviewCalls = {
  /**
   * A student's subjects with their teachers, and the marks of every term; marks are null for a caller who may open
   * neither term reports nor marks.
   */
  readStudentOverview: {
    method: 'GET',
    path: '/api/student-overview',
    who: ['Admin'],
    menu: ['students'],
    input: () => z.strictObject({ student_id: id }),
    output: () =>
      z.strictObject({
        student_id: id,
        /** Name of the picture's file. */
        picture: z.nullable(z.string()),
        /** By title, each with the names of its teachers. */
        subjects: z.array(z.strictObject({ ...subject().shape, teachers: z.array(z.string()) })),
        /** Oldest first. */
        terms: z.nullable(z.array(termMarks())),
      }),
    needs: { table: 'read' },
  },
} as const;
