import * as z from 'zod/mini';
import type { CallRow } from '../../../http/contract.ts';
import {
  answeredMark,
  day,
  documentBytes,
  formLevel,
  grade,
  id,
  limitedText,
  moment,
  term,
  termInPath,
  year,
  yearInPath,
} from '../../../http/fields.ts';
import { councilLimits } from './limits.ts';
import { councilWordings } from './wordings.ts';

/** The office, and of teachers those who hold the class's council: its dean and the principal. */
const ofCouncil = { who: ['Admin', 'teacher'], menu: ['termReports'] } as const satisfies Partial<CallRow>;
const path = '/api/class-council';

const ofClassInPath = { class_id: id, year: yearInPath, term: termInPath };

/** Where a student goes: a class, the present one to repeat it, or `leavesWord`; null: nothing is decided. */
const to = z.lazy(() => z.nullable(id));

/** What is said of the meeting. */
const meetingFields = () => ({
  held_on: z.nullable(day),
  /** Names, one a line. */
  present: limitedText(councilLimits.present),
  others: limitedText(councilLimits.others),
  /** About the whole class. */
  remarks: limitedText(councilLimits.remarks),
});

const typedFields = () => ({
  ...meetingFields(),
  note: limitedText(councilLimits.note),
  decision: to,
});

const count = () => z.nullable(z.int());

/** What a report says of a student beside the subjects. */
const reportFacts = () => ({
  average: z.nullable(z.string()),
  times_absent: count(),
  times_late: count(),
  auth: grade,
  resp: grade,
  coop: grade,
});

const councilStudent = () =>
  z.strictObject({
    student_id: id,
    /** "Last, First". */
    name: z.string(),
    picture: z.nullable(z.string()),
    registered: z.boolean(),
    /** The last day of a student who left the school in the term: neither ranked nor decided about. */
    left: z.optional(day),
    ...reportFacts(),
    entered: z.int(),
    of: z.int(),
    rank: count(),
    comments: z.nullable(z.string()),
    dcomments: z.nullable(z.string()),
    cocurricular: z.nullable(z.string()),
    /** Of the term before; null without a report of it. */
    before: z.nullable(z.strictObject({ class_id: id, ...reportFacts() })),
    subjects: z.array(
      z.strictObject({
        subject_id: id,
        title: z.string(),
        course: answeredMark,
        exam: answeredMark,
        total: answeredMark,
        /** The total of the term before. */
        before: answeredMark,
        absent: count(),
        late: count(),
        app: grade,
        con: grade,
        comment: z.nullable(z.string()),
      }),
    ),
    note: z.nullable(z.string()),
    /** Null where the caller does not decide, too. */
    decision: to,
    /** In which class, by whom and when. */
    decided: z.nullable(z.strictObject({ from_class: id, by: z.string(), at: moment })),
    /** What the rules of the school propose by the reports of the current term; null for another term. */
    proposal: z.nullable(z.strictObject({ to: id, reasons: z.array(z.string()) })),
  });
export type CouncilStudent = z.output<ReturnType<typeof councilStudent>>;

const classCouncil = () =>
  z.strictObject({
    class_id: id,
    form_level: formLevel,
    year,
    term,
    /** The term that is compared with. */
    term_before: z.strictObject({ year, term }),
    /** Sessions of the term, and of the one before. */
    sessions: count(),
    sessions_before: count(),
    meeting: z.strictObject(meetingFields()),
    /** Teachers of the class in the term, to choose who was present. */
    teachers: z.array(z.string()),
    /** Null where the caller does not decide, and in a year that is not the current one. */
    plan: z.nullable(
      z.strictObject({
        /** Why nothing can be decided any more: the promotion has begun. Null while it can. */
        closed: z.nullable(z.string()),
        next_class_id: z.nullable(id),
        classes: z.array(id),
      }),
    ),
    students: z.array(councilStudent()),
  });
export type ClassCouncil = z.output<ReturnType<typeof classCouncil>>;

type Typed = Partial<Record<'held_on' | 'present' | 'others' | 'remarks' | 'note' | 'decision', unknown>>;

const has = (input: Typed, names: readonly (keyof Typed)[]): boolean => names.some((name) => input[name] !== undefined);
const meetingNames = ['held_on', 'present', 'others', 'remarks'] as const;

/** The class council: a class's students one by one, a note and a decision of each, and the minutes. */
export const councilCalls = {
  /**
   * The classes whose council the caller holds in a year, and everything about the students of one of them in a term,
   * beside the term before.
   */
  readClassCouncil: {
    ...ofCouncil,
    method: 'GET',
    path,
    input: () => z.strictObject({ ...ofClassInPath, class_id: z.optional(id) }),
    output: () =>
      z.strictObject({
        classes: z.array(z.strictObject({ class_id: id, form_level: formLevel })),
        /** Null where no class is asked for. */
        council: z.nullable(classCouncil()),
      }),
    needs: { table: 'read', partitions: 'indexes' },
  },
  /**
   * Saves what was typed: of the meeting, or of a student a note or a decision (rules 8, 9). 409 has both values where
   * somebody else changed the field since `was`. A decision is one of the promotion plan, and closed with it; the rest
   * belongs to the term.
   */
  saveClassCouncil: {
    ...ofCouncil,
    // An administrator decides with the menu of the plan, and writes all else with that of the reports.
    menu: ['termReports', 'promotion'],
    method: 'POST',
    path,
    input: () =>
      z
        .strictObject({
          class_id: id,
          year,
          term,
          student_id: z.optional(id),
          ...z.partial(z.strictObject(typedFields())).shape,
          was: z.optional(z.partial(z.strictObject(typedFields()))),
        })
        .check(
          z.refine((input) => !(has(input, ['note']) && has(input, ['decision'])), {
            error: councilWordings.oneThing,
            path: ['decision'],
          }),
          z.refine((input) => (input.student_id === undefined ? !has(input, ['note', 'decision']) : true), {
            error: councilWordings.ofStudent,
            path: ['student_id'],
          }),
          z.refine((input) => (input.student_id === undefined ? true : !has(input, meetingNames)), {
            error: councilWordings.ofClass,
            path: ['student_id'],
          }),
        ),
    /** What is stored then: all of the meeting, or what was saved of the student. */
    output: () => z.partial(z.strictObject(typedFields())),
    needs: { table: 'write' },
  },
  /** The minutes: who was there, and of each student the average, the decision and the note. */
  printCouncilMinutes: {
    ...ofCouncil,
    method: 'GET',
    path: '/class-council-minutes',
    kind: 'documents',
    input: () => z.strictObject(ofClassInPath),
    output: documentBytes,
    produces: 'application/pdf',
    isDocumentOpened: true,
    needs: { table: 'read', partitions: 'indexes' },
  },
} as const satisfies Record<string, CallRow>;
