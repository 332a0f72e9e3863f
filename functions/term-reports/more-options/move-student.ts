import { createWriteTransaction, type EntityItem } from 'electrodb';
import { standsAlone } from '#shared/people/form-level.ts';
import { bookName, CourseWork, linesOfStudent, pageField, pageKey, turnTo } from '../../mark-book/store.ts';
import { recordSubject, SubjectRecord } from '../../mark-sheet/store.ts';
import { lessonsOfClass } from '../../people/store.ts';
import type { RequestFacts } from '../../platform/requests/call-handler.ts';
import type { Caller } from '../../platform/requests/caller.ts';
import { AuditRow, auditRow, inSheet, type Outcome, writeAudited } from '../../platform/table/audit.ts';
import { readPoints } from '../../platform/table/table.ts';
import { formLevelOf } from '../../school/store.ts';
import { Student } from '../../students/store.ts';
import { Assignment } from '../../subjects/store.ts';
import { currentPeriod } from '../../terms/store.ts';
import { ClassRegistration, recordsOfStudent, TermReport, termReportPoint } from '../store.ts';
import { Act, type ActItem } from './acts.ts';

const entities = { Student, Assignment, TermReport, SubjectRecord, CourseWork, ClassRegistration, Act, AuditRow };

/** What a student loses with the class: the teachers, and the pages of the mark book, each by subject. */
interface Lost {
  teachers: Record<string, string>;
  pages: Record<string, string>;
}

interface Move {
  student: EntityItem<typeof Student>;
  to: string;
  /** Teachers to give back to the student, by subject; the others keep theirs where they teach the new class. */
  teachers?: Readonly<Record<string, string>> | undefined;
  /** The pages of the mark book to go back to, by subject. */
  pages?: Readonly<Record<string, string>> | undefined;
  /** The act to be remembered, or the one that is undone. */
  act: { create: (lost: Lost) => ActItem } | { undo: string };
  caller: Pick<Caller, 'accountId' | 'name'>;
  request: Pick<RequestFacts, 'now' | 'idempotencyKey'>;
}

/**
 * Moves a student to another class: the student, the subjects taken, and the current term's report and marks, in one audited
 * transaction. Marks belong to student, subject and term, so nothing of them changes but the class they are listed in
 * (DECISIONS 7); lines of the mark book go to the page of the new class, where the marks of the old one count on (ADR 0022).
 * `refused`: the student is no longer in the class that was read, or marks were entered meanwhile.
 */
export async function moveStudent({
  student,
  to,
  teachers = {},
  pages = {},
  act,
  caller,
  request,
}: Move): Promise<Outcome> {
  const { studentId, firstName, lastName, classId: from } = student;
  const formLevel = formLevelOf(to);
  if (formLevel === undefined) throw new Error(`${to} is no class`);
  const place = { classId: to, formLevel };
  const period = await currentPeriod();
  const [{ data: assignments }, records, lines, { report }, lessons] = await Promise.all([
    Assignment.query.ofStudent({ studentId }).go({ pages: 'all', consistent: true }),
    period ? recordsOfStudent({ studentId, ...period }) : [],
    period ? linesOfStudent({ studentId, ...period }) : [],
    period ? readPoints({ report: termReportPoint({ studentId, ...period }) }) : { report: undefined },
    period ? lessonsOfClass(to, period.year) : [],
  ]);
  const teaches = (employeeId: string, subjectId: string) =>
    lessons.some((lesson) => lesson.employeeId === employeeId && lesson.subjectId === subjectId);
  const lost = assignments.filter(
    ({ employeeId, subjectId }) => employeeId !== undefined && !teaches(employeeId, subjectId),
  );
  const lostTeachers = Object.fromEntries(lost.map(({ subjectId, employeeId }) => [subjectId, employeeId ?? '']));
  const moves = lines.map((line) => {
    const { subjectId } = line;
    const kept = assignments.find((one) => one.subjectId === subjectId && !lost.includes(one))?.employeeId;
    const employeeId = teachers[subjectId] ?? kept ?? onlyTeacher(lessons, subjectId);
    return { line, page: pages[subjectId] ?? pageIn({ ...line, ...place, employeeId }) ?? line.page };
  });
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
      ...moves.map(({ line, page }) =>
        write.CourseWork.put({ ...turnTo(line, page), classId: to, version: line.version + 1 })
          .where(({ version }, { eq }) => eq(version, line.version))
          .commit(),
      ),
      ...moves.flatMap(({ line, page }) =>
        // Both forms' books tell it, so that a page as it stood is right on either side.
        (page === line.page ? [] : [...new Set([student.formLevel, formLevel])]).map((level, index) => {
          const { idempotencyKey } = request;
          const turned = auditRow({
            subject: recordSubject(line),
            changes: [{ field: pageField, before: line.page, after: page }],
            caller,
            request: { ...request, idempotencyKey: index === 0 ? idempotencyKey : `${idempotencyKey}/${level}` },
          });
          return write.AuditRow.create({
            ...turned,
            ...inSheet(turned, bookName({ ...line, formLevel: level })),
          }).commit();
        }),
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
        : write.Act.create(act.create({ teachers: lostTeachers, pages: pagesOf(lines) })).commit(),
      write.AuditRow.create(row).commit(),
    ]),
  );
}

const pagesOf = (lines: readonly { subjectId: string; page: string }[]): Record<string, string> =>
  Object.fromEntries(lines.map(({ subjectId, page }) => [subjectId, page]));

/** The one teacher of the subject in the class; undefined where there are several. */
function onlyTeacher(lessons: readonly { subjectId: string; employeeId: string }[], subjectId: string) {
  const [one, ...others] = lessons.filter((lesson) => lesson.subjectId === subjectId);
  return others.length === 0 ? one?.employeeId : undefined;
}

/** The page of a class, or from level 4 on of a teacher; undefined where nobody says which: the next mark then does. */
function pageIn({
  employeeId,
  ...of
}: Omit<Parameters<typeof pageKey>[0], 'employeeId'> & { employeeId: string | undefined }) {
  if (employeeId === undefined && !standsAlone(of.formLevel)) return undefined;
  return pageKey({ ...of, employeeId: employeeId ?? '' });
}
