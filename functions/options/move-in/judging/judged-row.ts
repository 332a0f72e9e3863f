import type { MoveInRow } from '#shared/options/move-in/contract.ts';
import type { PlannedRow } from '../../../students/spreadsheets/upload/planned-row.ts';
import type { PastAttendance, PastMark, Replacing } from '../past-records.ts';

/** What the run does for a row. Ids that the run gives are `new:` and a number until it is planned. */
export type Move =
  | {
      kind: 'teachers';
      act: 'add';
      employeeId: string;
      teacherNum: number;
      firstName: string;
      lastName: string;
      dateOfBirth: string | null;
      postId: number | null;
      /** As another program has it; without one, or where it is taken, the name gives one. */
      userName?: string;
    }
  | {
      kind: 'teachers';
      act: 'change';
      employeeId: string;
      changes: {
        field: 'firstName' | 'lastName' | 'dateOfBirth' | 'postId';
        before: string | number | null;
        after: string | number;
      }[];
    }
  | { kind: 'teachers'; act: 'archive'; employeeId: string }
  | { kind: 'subjects'; act: 'add'; subjectId: string; title: string; abbr: string }
  | { kind: 'subjects'; act: 'change'; subjectId: string; before: string; title: string }
  | { kind: 'classes'; classId: string; as: 'form teacher' | 'dean'; employeeId: string; was: string | null }
  | { kind: 'lessons'; act?: never; employeeId: string; subjectId: string; classId: string }
  | { kind: 'lessons'; act: 'remove'; employeeId: string; subjectId: string; classId: string }
  | { kind: 'students'; planned: PlannedRow }
  | { kind: 'students'; act: 'archive'; studentId: string }
  | { kind: 'takers'; act?: never; subjectId: string; employeeId: string | null; studentId: string }
  | { kind: 'takers'; act: 'remove'; subjectId: string; studentId: string }
  | { kind: 'marks'; studentId: string; marks: readonly Replacing<PastMark>[] }
  | { kind: 'attendance'; studentId: string; attendance: readonly Replacing<PastAttendance>[] };

/** How many rows a move stores: marks of one student are stored together. */
export const sizeOfMove = (move: Move): number =>
  move.kind === 'marks' ? move.marks.length : move.kind === 'attendance' ? move.attendance.length : 1;

/** A row of a file with what becomes of it; a row may be several, such as a teacher with a form class. */
export interface JudgedRow extends MoveInRow {
  move?: Move;
  /** What the row is, where the school has it: a teacher, a subject, a student, a lesson, a student's subject. */
  record?: string;
}

/** Ids of records that the run makes. */
export const newId = (number: number): string => `new:${number}`;
export const isNewId = (id: string): boolean => id.startsWith('new:');
