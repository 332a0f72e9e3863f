import { attributeOf } from '#shared/students/fields.ts';
import type { JobItem, Remark } from '../../platform/jobs/store.ts';
import type { JobWorker } from '../../platform/jobs/worker.ts';
import { type Author, auditKey, writeAudited } from '../../platform/table/audit.ts';
import { type Action, directTransaction } from '../../platform/table/direct-write.ts';
import { retryRefused } from '../../platform/table/retry-refused.ts';
import { readItems } from '../../platform/table/table.ts';
import { formLevelOf } from '../../reference/school.ts';
import { erasedStudentKey } from '../../students/erased-student.ts';
import { schoolValueLists } from '../../students/read-values.ts';
import { addActions } from '../../students/record/add-student.ts';
import { studentKey, studentSubject } from '../../students/store.ts';
import { type PlannedRow, readPlanned } from '../upload/planned-row.ts';
import { changeRow } from './change-row.ts';
import { keyOf } from './row-keys.ts';

type Added = Extract<PlannedRow, { kind: 'add' }>;

/** Adds the new students of a batch together, and changes the others one by one. */
export const uploadStudents: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const planned = rows.map(readPlanned);
    const remarks = planned.flatMap((one): Remark[] =>
      one.kind === 'refused' ? [{ row: String(one.row), text: one.reason }] : [],
    );
    const added = planned.filter((one) => one.kind === 'add');
    if (added.length > 0) remarks.push(...(await add(added, job)));
    const lists = schoolValueLists(new Date());
    for (const one of planned) {
      if (one.kind !== 'change') continue;
      const reason = await changeRow(one, { caller: authorOf(job), key: keyOf(job, one.row), lists });
      if (reason !== null) remarks.push({ row: String(one.row), text: reason });
    }
    return { remarks };
  },
};

const authorOf = (job: JobItem): Author => ({ accountId: job.startedBy, name: job.startedByName });

/** One transaction. Who is there by this very run is done; who is there otherwise is remarked on. */
function add(added: readonly Added[], job: JobItem): Promise<Remark[]> {
  return retryRefused({
    read: async () => {
      const { students, erased, trail } = await readItems({
        students: added.map(({ id }) => studentKey(id)),
        erased: added.map(({ id }) => erasedStudentKey(id)),
        trail: added.map(({ id, row }) => auditKey(studentSubject(id), keyOf(job, row))),
      });
      return {
        there: new Set([...students, ...erased].map(({ studentId }) => studentId)),
        done: new Set(trail.map(({ subject }) => subject)),
      };
    },
    attempt: async ({ there, done }): Promise<Remark[] | 'refused'> => {
      const left = added.filter(({ id }) => !done.has(studentSubject(id)));
      const actions = left.filter(({ id }) => !there.has(id)).flatMap((one) => actionsOf(one, job));
      if (actions.length > 0 && (await writeAudited(directTransaction(actions))) !== 'written') return 'refused';
      return left
        .filter(({ id }) => there.has(id))
        .map(({ id, row }) => ({
          row: String(row),
          text: `Another student was given the Student ID ${id} meanwhile.`,
        }));
    },
    what: 'these students',
  });
}

function actionsOf({ id: studentId, row, values }: Added, job: JobItem): Action[] {
  const facts = new Map(values);
  const classId = facts.get('class_id') ?? '';
  const formLevel = formLevelOf(classId);
  if (formLevel === undefined) throw new Error(`${classId} is no class`);
  const student = {
    ...Object.fromEntries(values.map(([field, value]) => [attributeOf(field), value])),
    ...{ studentId, classId, formLevel, status: 'current' as const },
    ...{ firstName: facts.get('first_name') ?? '', lastName: facts.get('last_name') ?? '' },
  };
  const request = { now: new Date(), idempotencyKey: keyOf(job, row) };
  return addActions(student, { caller: authorOf(job), request });
}
