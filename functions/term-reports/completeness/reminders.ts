import { type CompletenessRow, isBoardRowComplete } from '#shared/term-reports/completeness-calls.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { completenessWordings } from '#shared/term-reports/wordings.ts';
import { readClassPostsOfTeacher, readLessonsOfTeacher } from '../../people/records/store.ts';
import { ConflictError } from '../../platform/errors.ts';
import { inParallel } from '../../platform/in-parallel.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { isRefused } from '../../platform/table/acts/carry-out-act.ts';
import { commit } from '../../platform/table/acts/commit.ts';
import { entity } from '../../platform/table/entity.ts';
import { refuseJobInClosedTerm } from '../../school/records/closed-terms.ts';
import { currentPeriodKey, periodAuditSubject } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { findTermClosure, termLocksKey } from '../../school/records/term-locks.ts';
import { countCompletenessOfClasses, listClassesOnCallersBoard } from './count-completeness.ts';

/** The latest reminder to a teacher. */
interface ReminderItem {
  employeeId: string;
  year: number;
  term: 1 | 2 | 3;
  /** Who asked, "First Last". */
  by: string;
  /** UTC. */
  at: string;
}

const ReminderEntity = entity<ReminderItem>()({ name: 'reminder', pk: 'employee#${employeeId}', sk: 'reminder' });

export const remindTeachers = callHandler(termReportsContract.remindTeachers, {
  handle: async ({ input: { year, term, employee_ids }, caller, request }) => {
    await refuseJobInClosedTerm({ year, term });
    const asked = [...new Set(employee_ids)];
    const [board, ofTeachers] = await Promise.all([
      listClassesOnCallersBoard({ year }, caller),
      inParallel(asked, { atOnce: 10, does: (employeeId) => listClassIdsOfTeacher(employeeId, year) }),
    ]);
    const theirs = new Set(ofTeachers.flat());
    const classes = board.filter(({ id }) => theirs.has(id));
    const { rows } = await countCompletenessOfClasses({ year, term, classes });
    const behind = new Set(teachersOf(rows.filter((row) => !isBoardRowComplete(row))));
    const reminded = asked.filter((employeeId) => behind.has(employeeId));
    if (reminded.length === 0) return { employee_ids: [] };
    const at = request.now.toISOString();
    const outcome = await commit({
      by: { caller, request },
      changes: [...reminded.map((employeeId) => ReminderEntity.put({ employeeId, year, term, by: caller.name, at }))],
      trail: {
        subject: `reminders#${periodAuditSubject({ year, term })}`,
        changes: [{ field: 'reminded', before: null, after: reminded.join(', ') }],
      },
    });
    if (isRefused(outcome)) throw new ConflictError(completenessWordings.notReminded);
    return { employee_ids: reminded };
  },
});

export const readOwnReminder = callHandler(termReportsContract.readOwnReminder, {
  prefetch: (_input, employeeId) => ({
    reminder: ReminderEntity.key({ employeeId }),
    current: currentPeriodKey(),
    register: termLocksKey(),
  }),
  handle: async ({ caller: { accountId }, found: { reminder, current, register } }) => {
    if (!reminder || reminder.year !== current?.year || reminder.term !== current.term) return null;
    if (findTermClosure(register, reminder)) return null;
    const { year, term, by, at } = reminder;
    const own = new Set(await listClassIdsOfTeacher(accountId, year));
    const classes = school().formClasses.filter(({ id }) => own.has(id));
    const { rows } = await countCompletenessOfClasses({ year, term, classes });
    const missing = rows.filter((row) => teachersOf([row]).includes(accountId) && !isBoardRowComplete(row));
    return missing.length === 0 ? null : { by, at, year, term, rows: missing };
  },
});

/** The classes that a teacher teaches, or has a post in. Two queries. */
async function listClassIdsOfTeacher(employeeId: string, year: number): Promise<string[]> {
  const [lessons, posts] = await Promise.all([
    readLessonsOfTeacher(employeeId, year),
    readClassPostsOfTeacher(employeeId, year),
  ]);
  return [...lessons, ...posts].map(({ classId }) => classId);
}

const teachersOf = (rows: readonly CompletenessRow[]): string[] =>
  rows.flatMap(({ teachers }) => teachers.map(({ employee_id }) => employee_id));
