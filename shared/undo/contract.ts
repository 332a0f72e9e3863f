import * as z from 'zod/mini';
import { type CallRow, contract, type Input, type MenuKey } from '../http/contract.ts';
import { academicYearId, day, id, termInPath, yearInPath } from '../http/fields.ts';
import { bringingBack } from '../students/files/file-needs.ts';
import { undoCalls } from './calls.ts';

const office = <const M extends readonly MenuKey[]>(...menu: M) => ({ who: ['Admin'], menu }) as const;

/** The acts of the core that can be undone, by the name under which they are kept, and who may list and undo them. */
export const undoableActs = {
  /** Without Current Term, changes of dates alone, as Attendance - Set Term makes them. */
  terms: office('dashboard', 'attendanceStudent'),
  /** Decisions of the promotion's plan in the current year. */
  'promotion-plan': office('promotion'),
  /** Students added, moved, archived and restored. */
  'student-register': office('students'),
  /** The undo restores the earlier file, or none where there was none. */
  'student-files': office('students'),
  /**
   * Undone by a durable job, which removes added students, restores changed fields where they were not changed since,
   * and names the students that it left as they are.
   */
  'student-spreadsheets': office('students'),
  /** What was done with subjects, or with their students. */
  'student-subjects': office('studentSubjects'),
  /** What was taken from a teacher's lessons of a year. Of a hand-over the undo is a durable job. */
  lessons: office('employees'),
  /** Acts of More Options and subjects taken off, of one term or of all. */
  'term-reports': office('termReports'),
  /** All copies are kept. */
  posting: office('postReports'),
  /** Drafts and published layouts of report cards: which cards have which. */
  'card-layouts': office('postReports'),
  /** Deleted records and withdrawn absence notices of a student, for those who may correct them. */
  attendance: { who: ['teacher', 'Admin'], menu: ['attendanceStudent'] },
  /** The undo restores the earlier setting and recalculates the records of its days. */
  'school-days': office('attendanceStudent'),
  /** Imports of scans; undone by a durable job. */
  'attendance-imports': office('attendanceStudent'),
  /** The caller's tests that were deleted. They come back with their marks; 409 where one was added again since. */
  'weekly-tests': { who: ['teacher'] },
} as const satisfies Record<string, Pick<CallRow, 'who' | 'menu'>>;

export type UndoableActsName = keyof typeof undoableActs;

const everyMenu = [
  ...new Set(Object.values(undoableActs).flatMap((one): readonly MenuKey[] => ('menu' in one ? one.menu : []))),
];

/** Names a list; a name's own fields say which of its lists. */
const lists = () =>
  z.discriminatedUnion('of', [
    z.strictObject({
      of: z.literal([
        'terms',
        'promotion-plan',
        'student-register',
        'student-spreadsheets',
        'posting',
        'card-layouts',
        'attendance-imports',
      ]),
    }),
    z.strictObject({ of: z.literal(['student-files', 'attendance']), student_id: id }),
    z.strictObject({ of: z.literal('student-subjects'), place: z.literal(['subjects', 'students']) }),
    z.strictObject({ of: z.literal('lessons'), employee_id: id, academic_year_id: academicYearId }),
    z.strictObject({ of: z.literal('term-reports'), year: z.optional(yearInPath), term: z.optional(termInPath) }),
    z.strictObject({ of: z.literal('school-days'), year: yearInPath, term: termInPath }),
    z.strictObject({ of: z.literal('weekly-tests'), week_end_date: day, form_class_id: id }),
  ]);

/** Every undo of the core: of any act, by its id alone. */
export const undoContract = contract(
  undoCalls(
    {
      path: '/api/undo',
      who: ['teacher', 'Admin'],
      menu: everyMenu,
      needs: {
        table: 'write',
        jobs: ['attendance', 'lessons', 'student-spreadsheets'],
        files: bringingBack,
      },
    },
    lists,
  ),
);

/** What names a list of one name's acts. */
export type ListOfActs<N extends UndoableActsName> = Input<typeof undoContract.listActs> & { of: N };
