import { createWriteTransaction, type EntityItem } from 'electrodb';
import { SubjectRecord } from '../../mark-sheet/store.ts';
import { lessonsOfClass } from '../../people/store.ts';
import { AuditRow, auditRow, type Outcome, writeAudited } from '../../platform/audit.ts';
import type { RequestFacts } from '../../platform/call-handler.ts';
import type { Caller } from '../../platform/caller.ts';
import { readPoints } from '../../platform/table.ts';
import { formLevelOf } from '../../school/store.ts';
import { Student } from '../../students/store.ts';
import { Assignment } from '../../subjects/store.ts';
import { currentPeriod } from '../../terms/store.ts';
import { ClassRegistration, recordsOfStudent, TermReport, termReportPoint } from '../store.ts';
import { Act, type ActItem } from './acts.ts';

const entities = { Student, Assignment, TermReport, SubjectRecord, ClassRegistration, Act, AuditRow };

interface Move {
  student: EntityItem<typeof Student>;
  to: string;
  /** Teachers to give back to the student, by subject; the others keep theirs where they teach the new class. */
  teachers?: Readonly<Record<string, string>> | undefined;
  /** The act to be remembered, or the one that is undone. `teachers` are those whom the student loses. */
  act: { create: (teachers: Record<string, string>) => ActItem } | { undo: string };
  caller: Pick<Caller, 'accountId' | 'name'>;
  request: Pick<RequestFacts, 'now' | 'idempotencyKey'>;
}

/**
 * Moves a student to another class: the student, the subjects taken, and the current term's report and marks, in one audited
 * transaction. Marks belong to student, subject and term, so nothing of them changes but the class they are listed in
 * (DECISIONS 7). `refused`: the student is no longer in the class that was read.
 */
export async function moveStudent({ student, to, teachers = {}, act, caller, request }: Move): Promise<Outcome> {
  const { studentId, firstName, lastName, classId: from } = student;
  const formLevel = formLevelOf(to);
  if (formLevel === undefined) throw new Error(`${to} is no class`);
  const place = { classId: to, formLevel };
  const period = await currentPeriod();
  const [{ data: assignments }, records, { report }, lessons] = await Promise.all([
    Assignment.query.ofStudent({ studentId }).go({ pages: 'all', consistent: true }),
    period ? recordsOfStudent({ studentId, ...period }) : [],
    period ? readPoints({ report: termReportPoint({ studentId, ...period }) }) : { report: undefined },
    period ? lessonsOfClass(to, period.year) : [],
  ]);
  const teaches = (employeeId: string, subjectId: string) =>
    lessons.some((lesson) => lesson.employeeId === employeeId && lesson.subjectId === subjectId);
  const lost = assignments.filter(
    ({ employeeId, subjectId }) => employeeId !== undefined && !teaches(employeeId, subjectId),
  );
  const lostTeachers = Object.fromEntries(lost.map(({ subjectId, employeeId }) => [subjectId, employeeId ?? '']));
  const row = auditRow({
    subject: `student#${studentId}`,
    changes: [{ field: 'class', before: from, after: to }],
    caller,
    request,
  });
  return writeAudited(
    createWriteTransaction(entities, (write) => [
      write.Student.patch({ studentId })
        .set({ ...place, status: 'current', firstName, lastName })
        .where(({ classId, status }, { eq }) => `${eq(classId, from)} AND ${eq(status, 'current')}`)
        .commit(),
      ...assignments.map((assignment) => {
        const { subjectId } = assignment;
        const moved = { ...place, firstName: assignment.firstName, lastName: assignment.lastName };
        const teacher = teachers[subjectId];
        const patch = write.Assignment.patch({ studentId, subjectId });
        if (teacher !== undefined) return patch.set({ ...moved, employeeId: teacher }).commit();
        return lost.includes(assignment) ? patch.set(moved).remove(['employeeId']).commit() : patch.set(moved).commit();
      }),
      ...records.map(({ year, term, subjectId }) =>
        write.SubjectRecord.patch({ studentId, year, term, subjectId }).set(place).commit(),
      ),
      ...(report && period
        ? [
            write.TermReport.patch({ studentId, ...period })
              .set(place)
              .commit(),
            write.ClassRegistration.update({ ...period, classId: report.classId })
              .delete({ studentIds: [studentId] })
              .commit(),
            write.ClassRegistration.update({ ...period, classId: to })
              .add({ studentIds: [studentId] })
              .commit(),
          ]
        : []),
      'undo' in act
        ? write.Act.patch({ key: act.undo })
            .set({ undoneAt: request.now.toISOString() })
            .where(({ undoneAt }, { notExists }) => notExists(undoneAt))
            .commit()
        : write.Act.create(act.create(lostTeachers)).commit(),
      write.AuditRow.create(row).commit(),
    ]),
  );
}
