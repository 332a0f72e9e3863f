import { randomUUID } from 'node:crypto';
import { lessonRefusals } from '#shared/people/wordings.ts';
import { type CourseWorkItem, readLinesOfStudents, readMarkBookPage } from '../../../marks/records/course-work.ts';
import {
  moveAssessmentActions,
  moveLineToOtherPageActions,
  moveLineWithPageAction,
  moveRemovedMarkAction,
  readRemovedMarks,
  storeTakenBackLineAction,
  takeBackMarksOfPage,
} from '../../../marks/records/page-moves.ts';
import { SubjectRecordEntity, subjectRecordKey } from '../../../marks/records/subject-record.ts';
import { ConflictError } from '../../../platform/errors.ts';
import type { Action } from '../../../platform/table/action.ts';
import { isRefused } from '../../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../../platform/table/acts/commit.ts';
import type { AuditFieldChange, Author, WriteAttempt } from '../../../platform/table/audit.ts';
import { readMany } from '../../../platform/table/table.ts';
import { StudentEntity } from '../../../students/records/store.ts';
import { assignmentKey, StudentSubjectAssignmentEntity } from '../../../subjects/records/store.ts';
import { HandedOverEntity, type HandedOverItem, teacherPageKey, termNumbers } from './handed-over.ts';
import { listStudentIdsOfLessons, readLeavers } from './students-of-lessons.ts';

/** Where the records of lessons move: from one teacher to another, or back again. */
export interface RecordMove {
  record: HandedOverItem;
  from: string;
  to: string;
  /** The term whose entries move. */
  term: 1 | 2 | 3;
  caller: Author;
  now: Date;
}

/** A record that has still to move. */
interface Step {
  actions: Action[];
  change: AuditFieldChange;
  /** What {@link HandedOverEntity} stores of it for the undo. */
  kept?: { assigned?: string; entered?: string; turned?: string };
}

/** Actions of a transaction besides its {@link HandedOverEntity} update and its audit row. */
const maxActions = 98;
const maxRounds = 10;

/**
 * Moves to the other teacher what belongs to the lessons: assessments and lines of the mark book, students who are
 * assigned to the teacher, and this term's records. Each round reads what is stored, so a repeat resumes where the last
 * one stopped. It ends with a round that finds nothing left: since the lessons changed hands, nobody can write on the
 * former page.
 */
export async function moveLessonRecords(move: RecordMove): Promise<void> {
  for (let round = 0; round < maxRounds; round += 1) {
    const steps = await stepsLeft(move);
    if (steps.length === 0) return;
    for (const together of splitStepsIntoTransactions(steps)) await write(together, move);
  }
  throw new ConflictError(lessonRefusals.busy);
}

/** Steps for the assessments of pages that move whole. */
export async function planAssessmentMoves({
  record,
  from,
  to,
}: Pick<RecordMove, 'record' | 'from' | 'to'>): Promise<Step[]> {
  const steps = await Promise.all(
    record.whole.map(async (term) => {
      const pages = pagesOf({ record, from, to }, term as 1 | 2 | 3);
      if (!pages) return [];
      const { assessments } = await readMarkBookPage(pages.before);
      return assessments.map((assessment): Step => {
        const change = { field: `assessment ${assessment.number} of term ${term}`, before: from, after: to };
        return { actions: moveAssessmentActions(assessment, pages.after), change };
      });
    }),
  );
  return steps.flat();
}

async function stepsLeft(move: RecordMove): Promise<Step[]> {
  const [assessments, ofPages, ofStudents] = await Promise.all([
    planAssessmentMoves(move),
    Promise.all(termNumbers.map((term) => pageSteps(move, term))),
    studentSteps(move),
  ]);
  return [...assessments, ...ofPages.flat(), ...ofStudents];
}

function pagesOf({ record, from, to }: Pick<RecordMove, 'record' | 'from' | 'to'>, term: 1 | 2 | 3) {
  const [before, after] = [teacherPageKey(record, from, term), teacherPageKey(record, to, term)];
  return before === undefined || after === undefined ? undefined : { before, after };
}

/** Lines and waiting marks of a term's page. */
async function pageSteps(move: RecordMove, term: 1 | 2 | 3): Promise<Step[]> {
  const { record, caller, now, from, to } = move;
  const pages = pagesOf(move, term);
  if (!pages) return [];
  const isWhole = record.whole.includes(term);
  const { subjectId, formLevel, year } = record;
  const [{ lines }, removed, studentIds] = await Promise.all([
    readMarkBookPage(pages.before),
    isWhole ? readRemovedMarks(pages.before) : [],
    listStudentIdsOfLessons(record),
  ]);
  // The index may lag behind a mark that was saved just now.
  const stored = new Map(lines.map((line) => [line.studentId, line]));
  for (const line of await readLinesOfStudents(studentIds.map((studentId) => ({ studentId, subjectId, year, term }))))
    stored.set(line.studentId, line);
  const change = ({ studentId }: { studentId: string }) => ({
    field: `mark book of ${studentId} in term ${term}`,
    before: from,
    after: to,
  });
  const lineSteps = [...stored.values()].flatMap((line): Step[] => {
    const own = takeBackMarksOfPage(line, pages.before);
    if (isWhole && line.page === pages.after && own !== line)
      return [{ actions: [storeTakenBackLineAction(line, own)], change: change(line) }];
    if (line.page !== pages.before || !moves(line, move)) return [];
    if (isWhole) return [{ actions: [moveLineWithPageAction(line, pages.after)], change: change(line) }];
    const request: WriteAttempt = { now, idempotencyKey: `${caller.accountId}/${randomUUID()}` };
    const kept = { turned: `${line.studentId}#${term}` };
    return [
      {
        actions: moveLineToOtherPageActions(line, pages.after, { formLevel, by: { caller, request } }),
        change: change(line),
        kept,
      },
    ];
  });
  const removedSteps = removed.map((mark): Step => {
    return { actions: [moveRemovedMarkAction(mark, pages.after)], change: change(mark) };
  });
  return [...lineSteps, ...removedSteps];
}

/** On the way back, only the lines that changed page return. */
const moves = ({ studentId, term }: CourseWorkItem, { record }: RecordMove): boolean =>
  record.isGoingBack !== true || record.whole.includes(term) || (record.turned ?? []).includes(`${studentId}#${term}`);

/**
 * Steps for the students who are assigned to the teacher, or were when they left in the year, and for their records of
 * the term: somebody who has left stays on the sheets of that teacher (rule 52).
 */
async function studentSteps({ record, from, to, term }: RecordMove): Promise<Step[]> {
  const { subjectId, year, isGoingBack, assigned = [], entered = [] } = record;
  const studentIds = isGoingBack ? [...new Set([...assigned, ...entered])] : await listStudentIdsOfLessons(record);
  const [assignments, records, leavers] = await Promise.all([
    readMany(studentIds.map((studentId) => assignmentKey(studentId, subjectId))),
    readMany(studentIds.map((studentId) => subjectRecordKey({ studentId, year, term, subjectId }))),
    readLeavers(studentIds),
  ]);
  const isOwn = (list: readonly string[]) => (one: { studentId: string; employeeId?: string | undefined }) =>
    one.employeeId === from && (!isGoingBack || list.includes(one.studentId));
  return [
    ...assignments.filter(isOwn(assigned)).map(({ studentId }): Step => {
      const update = StudentSubjectAssignmentEntity.update(
        { studentId, subjectId },
        { set: { employeeId: to }, where: { employeeId: from } },
      );
      const change = { field: `teacher of ${studentId}`, before: from, after: to };
      return { actions: [update], change, kept: { assigned: studentId } };
    }),
    ...leavers
      .map((leaver) => ({ ...leaver, employeeId: leaver.ownTeachers[subjectId] }))
      .filter(isOwn(assigned))
      .map(({ studentId, ownTeachers }): Step => {
        const update = StudentEntity.update(
          { studentId },
          { set: { ownTeachers: { ...ownTeachers, [subjectId]: to } }, where: { ownTeachers, status: 'archived' } },
        );
        const change = { field: `teacher of ${studentId}, who has left`, before: from, after: to };
        return { actions: [update], change, kept: { assigned: studentId } };
      }),
    ...records.filter(isOwn(entered)).map(({ studentId, classId }): Step => {
      const update = SubjectRecordEntity.update(
        { studentId, year, term, subjectId },
        { set: { employeeId: to }, where: { employeeId: from, classId } },
      );
      const change = { field: `record of ${studentId} in term ${term}`, before: from, after: to };
      return { actions: [update], change, kept: { entered: studentId } };
    }),
  ];
}

export function splitStepsIntoTransactions(steps: readonly Step[], first = maxActions): Step[][] {
  const transactions: Step[][] = [];
  let free = 0;
  for (const step of steps) {
    if (step.actions.length > free) {
      free = transactions.length === 0 ? first : maxActions;
      transactions.push([]);
    }
    transactions.at(-1)?.push(step);
    free -= step.actions.length;
  }
  return transactions;
}

/** Writes steps in one transaction, or where that is refused each by itself: the next round finds what is left. */
async function write(steps: readonly Step[], { record, caller, now }: RecordMove): Promise<void> {
  const outcome = await writeTogether(steps, { record, caller, now });
  if (!isRefused(outcome) || steps.length === 1) return;
  for (const step of steps) await writeTogether([step], { record, caller, now });
}

function writeTogether(steps: readonly Step[], { record, caller, now }: Pick<RecordMove, 'record' | 'caller' | 'now'>) {
  const { key, row, isGoingBack } = record;
  const kept = steps.flatMap((step) => step.kept ?? []);
  const names = ['assigned', 'entered', 'turned'] as const;
  const sets = names.flatMap((name) => {
    const members = kept.flatMap((one) => one[name] ?? []);
    return members.length > 0 ? [[name, members] as const] : [];
  });
  const remembers = !isGoingBack && sets.length > 0;
  const noted: Action = HandedOverEntity.update({ key, row }, { add: Object.fromEntries(sets) });
  return commit({
    // The steps' own conditions keep them from being written twice.
    by: { caller, request: { now, idempotencyKey: `${caller.accountId}/${randomUUID()}` } },
    changes: [...steps.flatMap(({ actions }) => actions), ...(remembers ? [noted] : [])],
    unguarded: 'It moves records without changing them, of closed terms too',
    trail: {
      subject: `hand-over#${key}`,
      changes: steps.map(({ change }) => ({ ...change, field: `${row}: ${change.field}` })),
    },
  });
}
