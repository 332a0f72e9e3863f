import { createWriteTransaction, type EntityItem } from 'electrodb';
import type { Mark } from '#shared/marks/mark-words.ts';
import type { WeeklyTestSubject } from '#shared/marks/weekly-tests/contract.ts';
import {
  type Attempt,
  AuditRow,
  type Author,
  auditRow,
  type Outcome,
  writeAudited,
} from '../../platform/table/audit.ts';
import { entity, expiryOfDeleted } from '../../platform/table/table.ts';
import type { TermName } from '../../platform/table/term-register.ts';
import { markAttribute } from '../records/mark-attribute.ts';
import { ofWeek, WeeklyTest, type WeeklyTestItem } from '../records/weekly-test.ts';

/** A student's mark of a test. */
export const WeeklyMark = entity({
  model: { entity: 'weekly-mark', version: '1', service: 'formroom' },
  attributes: {
    date: { type: 'string', required: true },
    classId: { type: 'string', required: true },
    subjectId: { type: 'string', required: true },
    run: { type: 'string', required: true },
    studentId: { type: 'string', required: true },
    mark: { type: markAttribute },
    /** Display name and UTC time of the last change. */
    by: { type: 'string' },
    at: { type: 'string' },
    expires: { type: 'number' },
  },
  indexes: {
    record: {
      pk: ofWeek,
      sk: {
        field: 'sk',
        composite: ['subjectId', 'run', 'studentId'],
        template: 'mark#${subjectId}#${run}#${studentId}',
        casing: 'none',
      },
    },
  },
});

export type WeeklyMarkItem = EntityItem<typeof WeeklyMark>;

const together = { WeeklyTest, WeeklyMark, AuditRow };

interface Week {
  date: string;
  classId: string;
}
interface By {
  /** That the test belongs to. */
  term: TermName;
  caller: Author;
  request: Attempt;
}

/** A class's tests of a week, with their marks. One partition; two queries. */
export async function testsOfWeek(week: Week): Promise<{ tests: WeeklyTestItem[]; marks: WeeklyMarkItem[] }> {
  const [tests, marks] = await Promise.all([
    WeeklyTest.query.record(week).go({ pages: 'all', consistent: true }),
    WeeklyMark.query.record(week).go({ pages: 'all', consistent: true }),
  ]);
  const open = tests.data.filter(({ deletedAt }) => deletedAt === undefined);
  const runs = new Set(open.map(({ run }) => run));
  return { tests: open, marks: marks.data.filter(({ run }) => runs.has(run)) };
}

/** The marks that a test has; cleared ones are none. */
export const marksOf = (test: Pick<WeeklyTestItem, 'run'>, marks: readonly WeeklyMarkItem[]): WeeklyMarkItem[] =>
  marks.filter(({ run, mark }) => run === test.run && mark !== undefined);

const testSubject = ({ date, classId, subjectId }: Week & { subjectId: string }) =>
  `weekly#${date}#${classId}#${subjectId}`;

/** Adds a test or changes what it is out of, on the condition that it is as it was read. */
export function writeTest({
  test,
  before,
  term,
  caller,
  request,
}: By & { test: WeeklyTestItem; before: WeeklyTestItem | undefined }) {
  const row = auditRow({
    subject: testSubject(test),
    changes: [{ field: 'max_mark', before: before?.maxMark, after: test.maxMark }],
    caller,
    request,
  });
  return writeAudited(
    createWriteTransaction(together, (entities) => [
      entities.WeeklyTest.put(test)
        .where(({ maxMark, run, subjectId, deletedAt }, { eq, exists, notExists }) =>
          before
            ? `${eq(run, before.run)} AND ${eq(maxMark, before.maxMark)} AND ${notExists(deletedAt)}`
            : `(${notExists(subjectId)} OR ${exists(deletedAt)})`,
        )
        .commit(),
      entities.AuditRow.create(row).commit(),
    ]),
    { terms: [term] },
  );
}

/** Takes a test away; its marks follow with {@link expireMarks}. */
export function deleteTest({ test, term, caller, request }: By & { test: WeeklyTestItem }): Promise<Outcome> {
  const row = auditRow({
    subject: testSubject(test),
    changes: [{ field: 'test', before: test, after: null }],
    caller,
    request,
  });
  return writeAudited(
    createWriteTransaction(together, (entities) => [
      entities.WeeklyTest.patch(test)
        .set({ deletedAt: request.now.toISOString(), expires: expiryOfDeleted(request.now) })
        .where(({ run, deletedAt }, { eq, notExists }) => `${eq(run, test.run)} AND ${notExists(deletedAt)}`)
        .commit(),
      entities.AuditRow.create(row).commit(),
    ]),
    { terms: [term] },
  );
}

/** Lets the marks of a deleted test expire with it. */
export async function expireMarks(marks: readonly WeeklyMarkItem[], now: Date): Promise<void> {
  await Promise.all(
    marks.map((mark) =>
      WeeklyMark.patch(mark)
        .set({ expires: expiryOfDeleted(now) })
        .go(),
    ),
  );
}

const markSubject = (test: WeeklyTestItem, studentId: string) => `${testSubject(test)}#${studentId}`;

/** Writes one mark while its test is out of what it was read to be; `refused`: either is otherwise by now. */
export function writeMark({
  test,
  studentId,
  before,
  mark,
  term,
  caller,
  request,
}: By & { test: WeeklyTestItem; studentId: string; before: Mark | null; mark: Mark | null }): Promise<Outcome> {
  const { date, classId, subjectId, run } = test;
  const row = auditRow({
    subject: markSubject(test, studentId),
    changes: [{ field: 'mark', before, after: mark }],
    caller,
    request,
  });
  const stamp = { by: caller.name, at: request.now.toISOString() };
  return writeAudited(
    createWriteTransaction(together, (entities) => {
      const update = entities.WeeklyMark.update({ date, classId, subjectId, run, studentId });
      const changed = mark === null ? update.remove(['mark']).set(stamp) : update.set({ ...stamp, mark });
      return [
        changed
          .where((stored, { eq, notExists }) => (before === null ? notExists(stored.mark) : eq(stored.mark, before)))
          .commit(),
        entities.WeeklyTest.check(test)
          .where((stored, { eq, notExists }) =>
            [eq(stored.run, run), eq(stored.maxMark, test.maxMark), notExists(stored.deletedAt)].join(' AND '),
          )
          .commit(),
        entities.AuditRow.create(row).commit(),
      ];
    }),
    { terms: [term] },
  );
}

/** True when this student's mark was saved under this idempotency key before. */
export async function isMarkSaveDone(
  test: WeeklyTestItem,
  studentId: string,
  idempotencyKey: string,
): Promise<boolean> {
  const subject = markSubject(test, studentId);
  const { data } = await AuditRow.get({ subject, idempotencyKey }).go({ consistent: true });
  return data !== null;
}

export const toSubject = (
  test: WeeklyTestItem,
  marks: readonly WeeklyMarkItem[],
  subjects: ReadonlyMap<string, { title: string }>,
): WeeklyTestSubject => ({
  subject_id: test.subjectId,
  title: subjects.get(test.subjectId)?.title ?? test.subjectId,
  max_mark: test.maxMark,
  employee_id: test.employeeId,
  count: marksOf(test, marks).length,
});
