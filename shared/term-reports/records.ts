import * as z from 'zod/mini';
import { count, day, formLevel, grade, id, mark, term, text, year } from '../http/fields.ts';
import { coCurricularLimit, remarkLimits } from './limits.ts';

/** What is written of a student's term report, apart from the subjects (product §3). Made anew: a schema has one owner. */
export const reportFields = () => ({
  times_absent: count,
  times_late: count,
  /** Authority, responsibility, cooperation. */
  auth: grade,
  resp: grade,
  coop: grade,
  /** Comma-separated. */
  cocurricular: text(coCurricularLimit),
  comments: text(remarkLimits.formTeacher),
  dcomments: text(remarkLimits.deanPopup),
  mlate: count,
  mabs: count,
  mgrade: grade,
  mapp: grade,
  mcon: grade,
  mcomments: text(remarkLimits.music),
});

/** What is written of a subject record on the term report. */
export const subjectFields = () => ({
  exam_mark: mark,
  late: count,
  absent: count,
  app: grade,
  con: grade,
  comment: text(remarkLimits.subject),
});

const optional = <T extends Record<string, z.ZodMiniType>>(fields: T) => z.partial(z.strictObject(fields)).shape;
export const optionalReportFields = () => optional(reportFields());
export const optionalSubjectFields = () => optional(subjectFields());

/** One subject of a student's term report. `entered`: somebody put something in. */
export const subjectLine = () =>
  z.strictObject({
    subject_id: id,
    /** Scaled to the scheme's course maximum; null while the mark book has no mark. */
    course_mark: z.nullable(z.number()),
    ...subjectFields(),
    exam_mark: z.nullable(z.number()),
    late: z.nullable(z.int()),
    absent: z.nullable(z.int()),
    /** What the exam mark was out of when it was entered; null without one. */
    exam_out_of: z.nullable(z.number()),
    entered: z.boolean(),
  });
export type SubjectLineRow = z.output<ReturnType<typeof subjectLine>>;

/** A student's term report without the subjects, as `table1` answers it. Unregistered students have nothing but nulls. */
export const termReportRow = () =>
  z.strictObject({
    student_id: id,
    first_name: z.string(),
    last_name: z.string(),
    /** "Last, First". */
    name: z.string(),
    picture: z.nullable(z.string()),
    class_id: id,
    form_level: formLevel,
    year,
    term,
    /** Has a term report this term. */
    registered: z.boolean(),
    ...reportFields(),
    times_absent: z.nullable(z.int()),
    times_late: z.nullable(z.int()),
    mlate: z.nullable(z.int()),
    mabs: z.nullable(z.int()),
    possible_attendance: z.nullable(z.int()),
    new_term_beginning: z.nullable(day),
  });
export type TermReportRow = z.output<ReturnType<typeof termReportRow>>;
