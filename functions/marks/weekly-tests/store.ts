import type { Mark } from '#shared/marks/mark-words.ts';
import type { WeeklyTestSubject } from '#shared/marks/weekly-tests/contract.ts';
import { executeAction } from '../../platform/table/action.ts';
import type { ActOutcome } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import type { Authorship } from '../../platform/table/audit.ts';
import { entity } from '../../platform/table/entity.ts';
import { present } from '../../platform/table/expression.ts';
import { expiryOfDeleted } from '../../platform/table/table.ts';
import type { RecordsPlan } from '../../platform/undo/undo-calls.ts';
import { undoableActions } from '../../platform/undo/undoable-actions.ts';
import { inOpenTerm } from '../../school/records/open-terms.ts';
import type { Term } from '../../school/records/term-locks.ts';
import { WeeklyTestEntity, type WeeklyTestItem } from '../records/weekly-test.ts';

/** A student's mark of a test. */
export interface WeeklyMarkItem {
  date: string;
  classId: string;
  subjectId: string;
  run: string;
  studentId: string;
  mark?: Mark | undefined;
  /** Display name and UTC time of the last change. */
  by?: string | undefined;
  at?: string | undefined;
  expires?: number | undefined;
}

export const WeeklyMarkEntity = entity<WeeklyMarkItem>()({
  name: 'weekly-mark',
  pk: 'weekly#${date}#${classId}',
  sk: 'mark#${subjectId}#${run}#${studentId}',
  open: 'acts name the term: a Thursday that is in none is of the current one',
});

interface Week {
  date: string;
  classId: string;
}

/** A test that was deleted, as it was then. */
export interface WeeklyTestDeleted {
  kind: 'test deleted';
  details: { test: WeeklyTestItem };
}

/** The deletions of tests, listed by class and week. */
export const undoableWeeklyTestActs = undoableActions<WeeklyTestDeleted>('weekly-tests');

/** Where the deletions of a class's week are listed. */
export const undoListNameOfWeek = ({ date, classId }: Week): string => `${date}#${classId}`;

interface By {
  /** The test's term. */
  term: Term;
  by: Authorship;
}

/** A class's tests of a week, with their marks. One partition; two queries. */
export async function readTestsOfWeek(week: Week): Promise<{ tests: WeeklyTestItem[]; marks: WeeklyMarkItem[] }> {
  const [tests, marks] = await Promise.all([WeeklyTestEntity.query(week), WeeklyMarkEntity.query(week)]);
  const open = tests.filter(({ deletedAt }) => deletedAt === undefined);
  const runs = new Set(open.map(({ run }) => run));
  return { tests: open, marks: marks.filter(({ run }) => runs.has(run)) };
}

/** A test's marks, without cleared ones. */
export const filterMarksOfTest = (
  test: Pick<WeeklyTestItem, 'run'>,
  marks: readonly WeeklyMarkItem[],
): WeeklyMarkItem[] => marks.filter(({ run, mark }) => run === test.run && mark !== undefined);

/** Names a test in the audit trail. */
export const weeklyTestAuditSubject = ({ date, classId, subjectId }: Week & { subjectId: string }) =>
  `weekly#${date}#${classId}#${subjectId}`;

/** Adds a test or changes its maximum, if it still is as it was read. */
export function writeWeeklyTest({
  test,
  before,
  term,
  by,
}: By & { test: WeeklyTestItem; before: WeeklyTestItem | undefined }) {
  return commit({
    by,
    changes: [
      WeeklyTestEntity.put(
        test,
        before
          ? { run: before.run, maxMark: before.maxMark, deletedAt: null }
          : [{ subjectId: null }, { deletedAt: present }],
      ),
    ],
    also: [inOpenTerm(term)],
    trail: {
      subject: weeklyTestAuditSubject(test),
      changes: [{ field: 'max_mark', before: before?.maxMark, after: test.maxMark }],
    },
  });
}

/** Deletes a test, as an act that can be undone; {@link expireMarksOfTest} deletes its marks. */
export function deleteWeeklyTest({
  test,
  what,
  term,
  by,
}: By & { test: WeeklyTestItem; what: string }): Promise<ActOutcome> {
  return commit({
    by,
    changes: [
      WeeklyTestEntity.change(test, {
        set: { deletedAt: by.request.now.toISOString(), expires: expiryOfDeleted(by.request.now) },
        where: { run: test.run, deletedAt: null },
      }),
    ],
    undo: undoableWeeklyTestActs.keep({
      change: { kind: 'test deleted', details: { test } },
      what,
      place: undoListNameOfWeek(test),
      of: [WeeklyTestEntity],
    }),
    also: [inOpenTerm(term)],
    trail: { subject: weeklyTestAuditSubject(test), changes: [{ field: 'test', before: test, after: null }] },
  });
}

/** How a deleted test comes back, if nobody has added it again; {@link keepMarksOfTest} keeps its marks. */
export const planTestBack = (test: WeeklyTestItem, term: Term): RecordsPlan => ({
  of: [WeeklyTestEntity],
  rest: () => ({
    also: [inOpenTerm(term)],
    trail: { subject: weeklyTestAuditSubject(test), changes: [{ field: 'test', before: null, after: test }] },
  }),
  what: 'this test',
});

/** Makes the marks of a deleted test expire with it. */
export async function expireMarksOfTest(marks: readonly WeeklyMarkItem[], now: Date): Promise<void> {
  await Promise.all(
    marks.map((mark) => executeAction(WeeklyMarkEntity.update(mark, { set: { expires: expiryOfDeleted(now) } }))),
  );
}

/** Takes the expiry off the marks of a test that comes back. */
export async function keepMarksOfTest({ date, classId, run }: WeeklyTestItem): Promise<void> {
  const marks = await WeeklyMarkEntity.query({ date, classId });
  const own = marks.filter((mark) => mark.run === run && mark.expires !== undefined);
  await Promise.all(own.map((mark) => executeAction(WeeklyMarkEntity.update(mark, { remove: ['expires'] }))));
}

/** Names a student's mark of a test in the audit trail. */
export const weeklyMarkAuditSubject = (test: Parameters<typeof weeklyTestAuditSubject>[0], studentId: string): string =>
  `${weeklyTestAuditSubject(test)}#${studentId}`;

/** Writes one mark, if mark and test still are as they were read. `refused`: one of them has changed. */
export function writeWeeklyMark({
  test,
  studentId,
  before,
  mark,
  term,
  by,
}: By & { test: WeeklyTestItem; studentId: string; before: Mark | null; mark: Mark | null }): Promise<ActOutcome> {
  const { date, classId, subjectId, run } = test;
  return commit({
    by,
    changes: [
      WeeklyMarkEntity.upsert(
        { date, classId, subjectId, run, studentId },
        {
          set: { by: by.caller.name, at: by.request.now.toISOString(), ...(mark === null ? {} : { mark }) },
          remove: mark === null ? ['mark'] : [],
          where: { mark: before },
        },
      ),
    ],
    guards: { test: [WeeklyTestEntity.check(test, { run, maxMark: test.maxMark, deletedAt: null })] },
    also: [inOpenTerm(term)],
    trail: { subject: weeklyMarkAuditSubject(test, studentId), changes: [{ field: 'mark', before, after: mark }] },
  });
}

export const toWeeklyTestSubject = (
  test: WeeklyTestItem,
  marks: readonly WeeklyMarkItem[],
  subjects: ReadonlyMap<string, { title: string }>,
): WeeklyTestSubject => ({
  subject_id: test.subjectId,
  title: subjects.get(test.subjectId)?.title ?? test.subjectId,
  max_mark: test.maxMark,
  employee_id: test.employeeId,
  count: filterMarksOfTest(test, marks).length,
});
