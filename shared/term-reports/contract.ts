import * as z from 'zod/mini';
import { type CallRow, contract } from '../http/contract.ts';
import {
  answeredMark,
  courseWork,
  day,
  formLevel,
  id,
  ignoredFacts,
  limitedText,
  mark,
  noInput,
  term,
  termInPath,
  year,
  yearInPath,
} from '../http/fields.ts';
import { schemeSchema } from '../marks/scheme.ts';
import { undoId } from '../undo/calls.ts';
import { completenessCalls } from './completeness-calls.ts';
import { layoutCalls } from './layout-calls.ts';
import { moreOptionsCalls, sessionCount } from './more-options-calls.ts';
import { postingCalls } from './posting-calls.ts';
import { printingCalls } from './printing-calls.ts';
import {
  classRecordFacts,
  optionalReportFieldSchemas,
  optionalSubjectFieldSchemas,
  subjectLine,
  subjectLineFacts,
  termReportRow,
} from './report-rows.ts';

const ofStudent = { student_id: id, year, term };
const ofClassInPath = { class_id: id, year: yearInPath, term: termInPath };

/** Facts that whole records of old callers carry besides: accepted, and ignored. */
const ignoredStudentFields = () => ({
  class_id: z.optional(id),
  form_level: z.optional(formLevel),
  first_name: z.optional(z.string().check(z.maxLength(120))),
  last_name: z.optional(z.string().check(z.maxLength(120))),
  name: z.optional(z.string().check(z.maxLength(250))),
  picture: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  registered: z.optional(z.boolean()),
});

const ofScreen = { who: ['Admin', 'teacher'], menu: ['termReports'] } as const;
const reading = { ...ofScreen, method: 'GET', needs: { table: 'read' } } as const satisfies Partial<CallRow>;
const writing = { ...ofScreen, method: 'POST', needs: { table: 'write' } } as const satisfies Partial<CallRow>;

export const termReportsContract = contract({
  ...completenessCalls,
  ...postingCalls,
  ...printingCalls,
  ...layoutCalls,
  /**
   * The classes whose term reports of a year the caller may see: those where the caller is form teacher or dean, or all
   * for an admin.
   */
  listClassesWithReports: {
    ...reading,
    path: '/api/form-classes',
    /** Default: the current year. */
    input: () => z.strictObject({ year: z.optional(yearInPath) }),
    output: () =>
      z.array(z.strictObject({ id, form_level: formLevel, as: z.literal(['admin', 'form teacher', 'dean']) })),
  },
  /**
   * All term reports of a class, so that PREV and NEXT need no
   * further call. `posts` are the caller's posts in this class.
   */
  readClassTermReports: {
    ...reading,
    path: '/api/class-term-reports',
    input: () => z.strictObject(ofClassInPath),
    output: () =>
      z.strictObject({
        class_id: id,
        form_level: formLevel,
        year,
        term,
        is_music_class: z.boolean(),
        /** Whether the term's reports are posted, which is shown above each record. */
        is_posted: z.boolean(),
        posts: z.array(z.literal(['form teacher', 'dean'])),
        subject_weightings: schemeSchema,
        data: z.array(
          z.extend(termReportRow(), {
            table2_records: z.array(subjectLine()),
            /** Subjects with a total, and subjects on the report. */
            entered: z.int(),
            of: z.int(),
            /** As printed: 3 significant digits, or null. */
            average: z.nullable(z.string()),
            /** The last day of a student who left the school in the term: not ranked (rule 52). */
            left: z.optional(day),
            /**
             * The card is printed by name, not with the class: of a leaver, except where it was posted before the
             * student left.
             */
            by_name_alone: z.optional(z.literal(true)),
          }),
        ),
      }),
  },
  /** All subjects, for the rows of the reports and the choice of another subject. */
  listReportSubjects: {
    ...reading,
    path: '/api/term-report-subjects',
    input: noInput,
    output: () => z.array(z.strictObject({ id, title: z.string(), abbr: z.string() })),
  },
  /** The students of a class who are registered for a term. */
  listRegisteredStudents: {
    ...reading,
    path: '/api/students-registered',
    input: () => z.strictObject(ofClassInPath),
    output: () =>
      z.strictObject({
        students: z.array(
          z.strictObject({ student_id: id, first_name: z.string(), last_name: z.string(), class_id: id }),
        ),
        total: z.int(),
      }),
  },
  /** One student's subjects of a term, and the terms with a report. */
  listStudentSubjectRecords: {
    ...reading,
    path: '/api/student-table2-records',
    input: () => z.strictObject({ student_id: id, year: yearInPath, term: termInPath }),
    output: () =>
      z.strictObject({
        table2_records: z.array(z.extend(subjectLine(), { abbr: z.string(), title: z.string(), term })),
        student_subjects: z.array(
          z.strictObject({ subject_id: id, abbr: z.string(), title: z.string(), entered: z.boolean() }),
        ),
        terms: z.array(z.strictObject({ year, term, title: z.string() })),
        subject_weightings: schemeSchema,
      }),
  },
  /**
   * Saves changed fields of a term report. `was` has the values that the user saw: where somebody else has changed a
   * field since, the answer is 409 with both values. A field that the caller's role may not write is refused, 403. The
   * spec's whole record, without `was`, is taken as a set of changes: fields of other roles stay as they are stored
   * (rules 8, 9).
   */
  saveTermReport: {
    ...writing,
    path: '/api/table1',
    input: () =>
      z.strictObject({
        ...ofStudent,
        ...optionalReportFieldSchemas(),
        was: z.optional(z.strictObject(optionalReportFieldSchemas())),
        ...ignoredStudentFields(),
        possible_attendance: z.optional(z.nullable(sessionCount)),
        new_term_beginning: z.optional(z.nullable(day)),
        ...ignoredFacts(...classRecordFacts),
      }),
    output: termReportRow,
  },
  /**
   * Saves changed fields of a subject row, under the same rules. Another `subject_id_new` moves the record to that
   * subject: 409 where the student has a record in it already.
   */
  updateSubjectRecord: {
    ...writing,
    path: '/api/update-table2',
    input: () =>
      z.strictObject({
        ...ofStudent,
        subject_id: z.optional(id),
        subject_id_old: id,
        subject_id_new: id,
        ...optionalSubjectFieldSchemas(),
        was: z.optional(z.strictObject(optionalSubjectFieldSchemas())),
        ...ignoredStudentFields(),
        employee_id: z.optional(z.nullable(id)),
        abbr: z.optional(limitedText(40)),
        title: z.optional(limitedText(120)),
        course_mark: z.optional(answeredMark),
        course_work: z.optional(courseWork),
        exam_out_of: z.optional(mark),
        entered: z.optional(z.boolean()),
      }),
    output: subjectLine,
  },
  /** Takes a subject off a report. Its record is kept for 30 days, for {@link undoAct}. */
  deleteSubjectRecord: {
    ...writing,
    path: '/api/table2-record-delete',
    input: () =>
      z.strictObject({
        ...ofStudent,
        subject_id: id,
        class_id: z.optional(id),
        ...ignoredFacts(...subjectLineFacts, 'abbr', 'title'),
      }),
    output: () => z.strictObject({ student_id: id, subject_id: id, undo: undoId }),
  },
  /** The activities of the school file. */
  listCoCurriculars: {
    ...reading,
    path: '/api/co-curriculars',
    input: noInput,
    output: () => z.array(z.strictObject({ title: z.string() })),
  },
  /** The classes whose reports have the music fields. */
  listMusicClasses: {
    ...reading,
    path: '/api/music-classes',
    input: noInput,
    output: () => z.array(z.strictObject({ form_class_id: id })),
  },
  ...moreOptionsCalls,
});
