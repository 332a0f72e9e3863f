import { weeklyTestsContract } from '#shared/marks/weekly-tests/contract.ts';
import { weeklyTestWordings } from '#shared/marks/wordings.ts';
import { NotFoundError, ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { saveTyped } from '../../platform/table/save-typed.ts';
import { readSubjectNamesById } from '../../subjects/records/store.ts';
import type { WeeklyTestItem } from '../records/weekly-test.ts';
import { authorizeTest, requireWeeklyTests } from './check-test.ts';
import { readTestsOfWeek, toWeeklyTestSubject, weeklyTestAuditSubject, writeWeeklyTest } from './store.ts';

export const saveWeeklyTestOfClass = callHandler(weeklyTestsContract.saveWeeklyTestOfClass, {
  handle: async ({ input, caller, request }) => {
    const { term } = await authorizeTest(input, caller);
    const { week_end_date: date, form_class_id: classId, subject_id: subjectId } = input;
    const subjects = await readSubjectNamesById();
    const testIn = ({ tests }: TestsOfWeek) => tests.find((one) => one.subjectId === subjectId);
    const saved = await saveTyped<TestsOfWeek, 'max_mark'>({
      read: () => readTestsOfWeek({ date, classId }),
      save: { values: input.max_mark === undefined ? {} : { max_mark: input.max_mark }, was: undefined },
      trail: { subject: weeklyTestAuditSubject({ date, classId, subjectId }) },
      request,
      decide: async (week, changesTo) => {
        const before = testIn(week);
        const changes = await changesTo({ value: () => before?.maxMark ?? null });
        if (before && changes.length === 0) return null;
        const maxMark = input.max_mark ?? before?.maxMark ?? requireWeeklyTests().maximum;
        const above = week.marks.filter(
          ({ run, mark }) => run === before?.run && typeof mark === 'number' && mark > maxMark,
        ).length;
        if (above > 0) throw new ValidationError({ max_mark: [weeklyTestWordings.marksAbove(above, maxMark)] });
        const test: WeeklyTestItem = before
          ? { ...before, maxMark }
          : { date, classId, subjectId, maxMark, employeeId: caller.accountId, run: request.idempotencyKey };
        const others = week.tests.filter((one) => one !== before);
        return {
          write: () => writeWeeklyTest({ test, before, term, by: { caller, request } }),
          after: { ...week, tests: [...others, test] },
        };
      },
      what: 'this test',
    });
    const test = testIn(saved);
    // Deleted by a colleague since this request was carried out.
    if (!test) throw new NotFoundError(weeklyTestWordings.noSuchTest);
    return toWeeklyTestSubject(test, saved.marks, subjects);
  },
});

type TestsOfWeek = Awaited<ReturnType<typeof readTestsOfWeek>>;
