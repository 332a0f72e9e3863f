import * as z from 'zod/mini';
import { contract } from '../http/contract.ts';
import {
  answeredMark,
  courseWork,
  day,
  formLevel,
  id,
  mark,
  nothing,
  term,
  termInPath,
  text,
  year,
  yearInPath,
} from '../http/fields.ts';
import { scheme } from '../marks/scheme.ts';
import { undo } from '../undo.ts';
import { completenessCalls } from './completeness-calls.ts';
import { officeCalls, sessions } from './office-calls.ts';
import { postingCalls } from './posting-calls.ts';
import { printingCalls } from './printing-calls.ts';
import { optionalReportFields, optionalSubjectFields, subjectLine, termReportRow } from './records.ts';

/** The marking scheme of a form level and term; null where that part is closed. */
const weightings = () => scheme;
const ofStudent = { student_id: id, year, term };
const ofClassInPath = { class_id: id, year: yearInPath, term: termInPath };

/** Facts of the server that the spec's whole records carry too; they are not taken from a caller. */
const studentFacts = () => ({
  class_id: z.optional(id),
  form_level: z.optional(formLevel),
  first_name: z.optional(z.string().check(z.maxLength(120))),
  last_name: z.optional(z.string().check(z.maxLength(120))),
  name: z.optional(z.string().check(z.maxLength(250))),
  picture: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
  registered: z.optional(z.boolean()),
});

const teachersAndOffice = ['Admin', 'teacher'] as const;
const menu = ['termReports'] as const;

export const termReportsContract = contract({
  ...completenessCalls,
  ...postingCalls,
  ...printingCalls,
  /** The classes whose term reports of a year the caller may see: own form class, classes as dean, or all for an admin. */
  formClasses: {
    method: 'GET',
    path: '/api/form-classes',
    who: teachersAndOffice,
    menu,
    /** Without a year the current one. */
    input: () => z.strictObject({ year: z.optional(yearInPath) }),
    output: () =>
      z.array(z.strictObject({ id, form_level: formLevel, as: z.literal(['admin', 'form teacher', 'dean']) })),
    needs: { table: 'read' },
  },
  /**
   * A class's term reports of a term, whole ("class records", "path not shown" in product §7): PREV and NEXT go through what
   * is here. `posts` are the caller's own in this class.
   */
  classTermReports: {
    method: 'GET',
    path: '/api/class-term-reports',
    who: teachersAndOffice,
    menu,
    input: () => z.strictObject(ofClassInPath),
    output: () =>
      z.strictObject({
        class_id: id,
        form_level: formLevel,
        year,
        term,
        is_music_class: z.boolean(),
        /** Whether the term's reports are posted, to say so above each record. */
        is_posted: z.boolean(),
        posts: z.array(z.literal(['form teacher', 'dean'])),
        subject_weightings: weightings(),
        data: z.array(
          z.extend(termReportRow(), {
            table2_records: z.array(subjectLine()),
            /** Subjects with a total, and subjects on the report. */
            entered: z.int(),
            of: z.int(),
            /** As printed: 3 significant digits, or null. */
            average: z.nullable(z.string()),
          }),
        ),
      }),
    needs: { table: 'read' },
  },
  /** Titles of the school's subjects, for the rows of the reports and the choice of another subject. */
  reportSubjects: {
    method: 'GET',
    path: '/api/term-report-subjects',
    who: teachersAndOffice,
    menu,
    input: nothing,
    output: () => z.array(z.strictObject({ id, title: z.string(), abbr: z.string() })),
    needs: { table: 'read' },
  },
  /** Who of a class is registered for a term. */
  studentsRegistered: {
    method: 'GET',
    path: '/api/students-registered',
    who: teachersAndOffice,
    menu,
    input: () => z.strictObject(ofClassInPath),
    output: () =>
      z.strictObject({
        students: z.array(
          z.strictObject({ student_id: id, first_name: z.string(), last_name: z.string(), class_id: id }),
        ),
        total: z.int(),
      }),
    needs: { table: 'read' },
  },
  /** One student's subjects of a term, and the terms of which there is a report. */
  studentSubjectRecords: {
    method: 'GET',
    path: '/api/student-table2-records',
    who: teachersAndOffice,
    menu,
    input: () => z.strictObject({ student_id: id, year: yearInPath, term: termInPath }),
    output: () =>
      z.strictObject({
        table2_records: z.array(z.extend(subjectLine(), { abbr: z.string(), title: z.string(), term })),
        student_subjects: z.array(
          z.strictObject({ subject_id: id, abbr: z.string(), title: z.string(), entered: z.boolean() }),
        ),
        terms: z.array(z.strictObject({ year, term, title: z.string() })),
        subject_weightings: weightings(),
      }),
    needs: { table: 'read' },
  },
  /**
   * Saves what changed of a term report. Send the changed fields and, in `was`, the values the user saw: a field that
   * somebody else changed since answers 409 with both values. A field that the caller's role may not write is refused,
   * 403. The spec's whole record, without `was`, is a set of changes: in it, fields of others are left as they are stored
   * (rules 8, 9).
   */
  saveTermReport: {
    method: 'POST',
    path: '/api/table1',
    who: teachersAndOffice,
    menu,
    input: () =>
      z.strictObject({
        ...ofStudent,
        ...optionalReportFields(),
        was: z.optional(z.strictObject(optionalReportFields())),
        ...studentFacts(),
        possible_attendance: z.optional(z.nullable(sessions)),
        new_term_beginning: z.optional(z.nullable(day)),
      }),
    output: termReportRow,
    needs: { table: 'write' },
  },
  /**
   * Saves what changed of a subject row, under the same rules. With another `subject_id_new` the record becomes one of that
   * subject: 409 where the student has one already.
   */
  updateSubjectRecord: {
    method: 'POST',
    path: '/api/update-table2',
    who: teachersAndOffice,
    menu,
    input: () =>
      z.strictObject({
        ...ofStudent,
        subject_id: z.optional(id),
        subject_id_old: id,
        subject_id_new: id,
        ...optionalSubjectFields(),
        was: z.optional(z.strictObject(optionalSubjectFields())),
        ...studentFacts(),
        employee_id: z.optional(z.nullable(id)),
        abbr: z.optional(text(40)),
        title: z.optional(text(120)),
        course_mark: z.optional(answeredMark),
        course_work: z.optional(courseWork),
        exam_out_of: z.optional(mark),
        entered: z.optional(z.boolean()),
      }),
    output: subjectLine,
    needs: { table: 'write' },
  },
  /** Takes a subject off a report; its record is kept 30 days, for {@link undoChange}. */
  deleteSubjectRecord: {
    method: 'POST',
    path: '/api/table2-record-delete',
    who: teachersAndOffice,
    menu,
    input: () => z.strictObject({ ...ofStudent, subject_id: id, class_id: z.optional(id) }),
    output: () => z.strictObject({ student_id: id, subject_id: id, undo }),
    needs: { table: 'write' },
  },
  coCurriculars: {
    method: 'GET',
    path: '/api/co-curriculars',
    who: teachersAndOffice,
    menu,
    input: nothing,
    output: () => z.array(z.strictObject({ title: z.string() })),
    needs: { table: 'read' },
  },
  musicClasses: {
    method: 'GET',
    path: '/api/music-classes',
    who: teachersAndOffice,
    menu,
    input: nothing,
    output: () => z.array(z.strictObject({ form_class_id: id })),
    needs: { table: 'read' },
  },
  ...officeCalls,
  /** Takes an act of this screen back, as long as nobody has touched since what it changed: 409 otherwise. */
  undoChange: {
    method: 'POST',
    path: '/api/term-reports-undo',
    who: teachersAndOffice,
    menu,
    input: () => z.strictObject({ undo }),
    /** `left` says what of a change of class stays as it is: subjects that somebody has touched since, and the lists of a term that was closed since. */
    output: () => z.strictObject({ ok: z.literal(true), left: z.array(z.string()) }),
    needs: { table: 'write' },
  },
});
