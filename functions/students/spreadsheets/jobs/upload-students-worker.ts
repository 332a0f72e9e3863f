import { storedAttributeName } from '#shared/students/fields.ts';
import { identityOfRow } from '#shared/students/spreadsheets/duplicates.ts';
import { sheetWordings } from '#shared/students/wordings.ts';
import { authorOfJob, type JobItem, type JobRemark } from '../../../platform/jobs/store.ts';
import type { JobWorker } from '../../../platform/jobs/worker.ts';
import { type Act, actOfAll, carryOutAct } from '../../../platform/table/acts/carry-out-act.ts';
import { auditKey } from '../../../platform/table/audit.ts';
import { retryRefused } from '../../../platform/table/retry-refused.ts';
import { readItems } from '../../../platform/table/table.ts';
import { formLevelOfClass } from '../../../school/records/school.ts';
import { addStudentAct } from '../../records/add-student-act.ts';
import { describeDuplicate, nearIdQuestion } from '../../records/duplicates.ts';
import { erasedStudentKey } from '../../records/erased-student.ts';
import { type ClaimsFound, readClaimsOfMany } from '../../records/identity-claims.ts';
import { studentAuditSubject, studentKey } from '../../records/store.ts';
import { valueListsOfSchool } from '../../records/value-reader.ts';
import { type PlannedRow, parsePlannedRow } from '../upload/planned-row.ts';
import { changeRow } from './change-row.ts';
import { rowIdempotencyKey } from './row-keys.ts';

type Added = Extract<PlannedRow, { kind: 'add' }>;

/** Adds the new students of a batch together, and changes the others one by one. */
export const uploadStudentsWorker: JobWorker = {
  workBatch: async ({ job, rows }) => {
    const planned = rows.map(parsePlannedRow);
    const remarks = planned.flatMap((one): JobRemark[] =>
      one.kind === 'refused' ? [{ row: String(one.row), text: one.reason }] : [],
    );
    const added = planned.filter((one) => one.kind === 'add');
    if (added.length > 0) remarks.push(...(await addStudents(added, job)));
    const lists = valueListsOfSchool(new Date());
    for (const one of planned) {
      if (one.kind !== 'change') continue;
      const reason = await changeRow(one, { caller: authorOfJob(job), key: rowIdempotencyKey(job, one.row), lists });
      if (reason !== null) remarks.push({ row: String(one.row), text: reason });
    }
    return { remarks };
  },
};

/**
 * In one transaction. A student that this run has added already is done; a row whose id or certificate numbers another
 * student got since the list was confirmed becomes a remark.
 */
function addStudents(added: readonly Added[], job: JobItem): Promise<JobRemark[]> {
  return retryRefused({
    read: async () => {
      // Before the trail is read: a student that this run added is no duplicate.
      const papers = await readClaimsOfMany(
        added.map(({ id, values, isAnother, hasOwnId }) => ({
          facts: identityOfRow(new Map(values)),
          withName: isAnother !== true,
          ...(hasOwnId ? { newId: id } : {}),
        })),
      );
      const { students, erased, trail } = await readItems({
        students: added.map(({ id }) => studentKey(id)),
        erased: added.map(({ id }) => erasedStudentKey(id)),
        trail: added.map(({ id, row }) => auditKey(studentAuditSubject(id), rowIdempotencyKey(job, row))),
      });
      const there = new Set([...students, ...erased].map(({ studentId }) => studentId));
      const done = new Set(trail.map(({ subject }) => subject));
      return added.flatMap((one, index) => {
        const [found] = papers.slice(index);
        if (!found || done.has(studentAuditSubject(one.id))) return [];
        return { one, papers: found, reason: reasonToRefuse(one, { there, papers: found }) };
      });
    },
    attempt: async (left): Promise<JobRemark[] | 'refused'> => {
      const acts = left.flatMap(({ one, papers, reason }) =>
        reason === null ? newStudentAct(one, { papers, job }) : [],
      );
      if (acts.length > 0 && (await carryOutAct(actOfAll(acts))) !== 'written') return 'refused';
      return left.flatMap(({ one, reason }) => (reason === null ? [] : { row: String(one.row), text: reason }));
    },
    what: 'these students',
  });
}

function reasonToRefuse(
  { id, isAnother }: Added,
  { there, papers }: { there: ReadonlySet<string>; papers: ClaimsFound },
): string | null {
  if (there.has(id)) return sheetWordings.idTaken(id);
  const [near] = papers.nearIds;
  if (near && isAnother !== true) return nearIdQuestion(near);
  const [double] = papers.duplicates;
  return double ? `${describeDuplicate(double)}.` : null;
}

function newStudentAct(
  { id: studentId, row, values }: Added,
  { papers, job }: { papers: ClaimsFound; job: JobItem },
): Act {
  const facts = new Map(values);
  const classId = facts.get('class_id') ?? '';
  const formLevel = formLevelOfClass(classId);
  if (formLevel === undefined) throw new Error(`${classId} is no class`);
  const student = {
    ...Object.fromEntries(values.map(([field, value]) => [storedAttributeName(field), value])),
    studentId,
    classId,
    formLevel,
    status: 'current' as const,
    firstName: facts.get('first_name') ?? '',
    lastName: facts.get('last_name') ?? '',
  };
  const request = { now: new Date(), idempotencyKey: rowIdempotencyKey(job, row) };
  const more = papers.claimActions(studentId, request);
  return addStudentAct(student, { more, by: { caller: authorOfJob(job), request } });
}
