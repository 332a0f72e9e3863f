import * as z from 'zod/mini';
import {
  answeredMark,
  countUpTo999,
  courseWork,
  day,
  enteredMark,
  formLevel,
  grade,
  id,
  limitedText,
  term,
  year,
} from '../http/fields.ts';
import { type FieldOfKind, type KindOf, type ReportField, reportFieldNames, termReportFields } from './fields.ts';
import { coCurricularLimit, remarkLimits } from './limits.ts';

interface SchemaOfKind {
  count: typeof countUpTo999;
  grade: typeof grade;
  activities: ReturnType<typeof limitedText>;
  remark: ReturnType<typeof limitedText>;
}

/**
 * The writable fields of a term report, apart from the subjects (product §3 "Term report"). A function, as a schema has
 * one owner.
 */
const reportFieldSchemas = () =>
  Object.fromEntries(Object.entries(termReportFields).map(([field, entry]) => [field, schemaOf(entry)])) as unknown as {
    [F in ReportField]: SchemaOfKind[KindOf<F>];
  };

function schemaOf(entry: (typeof termReportFields)[ReportField]): SchemaOfKind[keyof SchemaOfKind] {
  switch (entry.kind) {
    case 'count':
      return countUpTo999;
    case 'grade':
      return grade;
    case 'activities':
      return limitedText(coCurricularLimit);
    case 'remark':
      return limitedText(entry.limit);
  }
}

/** Counts in answers: stored values are not validated again. */
const countsAnswered = () =>
  Object.fromEntries(
    reportFieldNames
      .filter((field) => termReportFields[field].kind === 'count')
      .map((field) => [field, z.nullable(z.int())]),
  ) as Record<FieldOfKind<'count'>, z.ZodMiniNullable<z.ZodMiniInt>>;

/** The writable fields of a subject row. */
const subjectFieldSchemas = () => ({
  exam_mark: enteredMark,
  late: countUpTo999,
  absent: countUpTo999,
  app: grade,
  con: grade,
  comment: limitedText(remarkLimits.subject),
});

const optional = <T extends Record<string, z.ZodMiniType>>(fields: T) => z.partial(z.strictObject(fields)).shape;
export const optionalReportFieldSchemas = () => optional(reportFieldSchemas());
export const optionalSubjectFieldSchemas = () => optional(subjectFieldSchemas());

/** A subject row of a student's term report. `entered`: something has been entered. */
export const subjectLine = () =>
  z.strictObject({
    subject_id: id,
    /** Scaled to the scheme's course maximum; null while the mark book has no mark. */
    course_mark: answeredMark,
    course_work: courseWork,
    ...subjectFieldSchemas(),
    exam_mark: answeredMark,
    late: z.nullable(z.int()),
    absent: z.nullable(z.int()),
    /** What the exam mark was out of when it was entered; null without one. */
    exam_out_of: z.nullable(z.number()),
    entered: z.boolean(),
  });
/** What a subject row has beside its name. */
export const subjectLineFacts = [
  ...['course_mark', 'course_work', 'exam_mark', 'late', 'absent', 'app', 'con', 'comment', 'exam_out_of', 'entered'],
] as const;
export type SubjectLineRow = z.output<ReturnType<typeof subjectLine>>;

/**
 * A student's term report without the subjects, as `table1` answers it. All fields of unregistered students are null.
 */
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
    ...reportFieldSchemas(),
    ...countsAnswered(),
    possible_attendance: z.nullable(z.int()),
    new_term_beginning: z.nullable(day),
  });
export type TermReportRow = z.output<ReturnType<typeof termReportRow>>;

/** What a class's records have beside the report. */
export const classRecordFacts = ['table2_records', 'entered', 'of', 'average', 'left', 'by_name_alone'] as const;

/** What a report has, in a class's records, beside the names of the student and the term. */
export const reportFacts = [
  ...['first_name', 'last_name', 'name', 'picture', 'class_id', 'form_level', 'registered'],
  ...['possible_attendance', 'new_term_beginning'],
  ...reportFieldNames,
  ...classRecordFacts,
];
