import { isTaughtByClass } from '#shared/people/form-level.ts';
import {
  CourseWorkEntity,
  type CourseWorkItem,
  listLinesOfStudent,
  markBookAuditName,
  markBookPageKey,
  pageChangeAuditField,
  toLineOnPage,
} from '../../../marks/records/course-work.ts';
import {
  listSubjectRecordsOfStudent,
  SubjectRecordEntity,
  type SubjectRecordItem,
  subjectRecordAuditSubject,
} from '../../../marks/records/subject-record.ts';
import { type LessonItem, listLessonsOfClass } from '../../../people/records/store.ts';
import type { Action } from '../../../platform/table/action.ts';
import { AuditRowEntity, type Authorship, auditRow, sheetAttributes } from '../../../platform/table/audit.ts';
import { whereUnchanged } from '../../../platform/table/expression.ts';
import { formLevelOfClass } from '../../../school/records/school.ts';
import type { Term } from '../../../school/records/term-locks.ts';
import {
  type AssignmentItem,
  listAssignmentsOfStudent,
  StudentSubjectAssignmentEntity,
} from '../../../subjects/records/store.ts';

/** What moves with a student to another class, of one subject: the assignment, and the marks of the current term. */
export interface MovingSubject {
  subjectId: string;
  /** The student's own teacher of the subject, where there is one. */
  teacherId: string | undefined;
  assignment: AssignmentItem | undefined;
  record: SubjectRecordItem | undefined;
  line: CourseWorkItem | undefined;
}

/** Leaves the marks of a moving subject where they are. */
export const withoutMarks = { record: undefined, line: undefined };

/**
 * A student's assignments and the marks of the term, by subject; strongly consistent. Three queries, one without a
 * term.
 */
export async function readMovingSubjects(studentId: string, period: Term | null): Promise<MovingSubject[]> {
  const [assignments, records, lines] = await Promise.all([
    listAssignmentsOfStudent(studentId),
    period ? listSubjectRecordsOfStudent({ studentId, ...period }) : [],
    period ? listLinesOfStudent({ studentId, ...period }) : [],
  ]);
  const subjectIds = [...new Set([...assignments, ...records, ...lines].map(({ subjectId }) => subjectId))];
  return subjectIds.map((subjectId) => {
    const ofSubject = (one: { subjectId: string }) => one.subjectId === subjectId;
    const assignment = assignments.find(ofSubject);
    return {
      subjectId,
      teacherId: assignment?.employeeId,
      assignment,
      record: records.find(ofSubject),
      line: lines.find(ofSubject),
    };
  });
}

/** Where subjects move, and what is restored there. */
export interface MoveTarget {
  place: { classId: string; formLevel: number };
  lessons: readonly LessonItem[];
  /** Teachers to restore, by subject; other subjects keep their teachers who teach the class. */
  teachers: Readonly<Record<string, string>>;
  /** Pages of the mark book to restore, by subject. */
  pages: Readonly<Record<string, string>>;
  by: Authorship;
}

export const listLessonsOfTargetClass = (classId: string, period: Term | null): Promise<readonly LessonItem[]> =>
  period ? listLessonsOfClass(classId, period.year) : Promise.resolve([]);

/** Whether the student's own teacher does not teach the class. */
export const isWithoutOwnTeacherInClass = (
  { subjectId, teacherId }: MovingSubject,
  { lessons }: Pick<MoveTarget, 'lessons'>,
): boolean =>
  teacherId !== undefined &&
  !lessons.some((lesson) => lesson.employeeId === teacherId && lesson.subjectId === subjectId);

/** The writes that move a subject: at most five, on the condition that the marks are as they were read. */
export function moveSubjectActions(follower: MovingSubject, going: MoveTarget): Action[] {
  const { subjectId, teacherId, assignment, record, line } = follower;
  const { place } = going;
  const teacher = going.teachers[subjectId];
  const isLost = isWithoutOwnTeacherInClass(follower, going);
  const actions: Action[] = [];
  if (assignment) {
    actions.push(
      StudentSubjectAssignmentEntity.change(assignment, {
        set: { ...place, employeeId: teacher },
        remove: teacher === undefined && isLost ? ['employeeId'] : [],
        where: whereUnchanged(assignment, ['employeeId']),
      }),
    );
  }
  if (record) actions.push(SubjectRecordEntity.change(record, { set: place, where: { classId: record.classId } }));
  if (line) {
    const employeeId = teacher ?? (isLost ? undefined : teacherId) ?? onlyTeacher(going.lessons, subjectId);
    const page = going.pages[subjectId] ?? pageInClass({ ...line, ...place, employeeId }) ?? line.page;
    actions.push(...pageMoveActions(line, page, going));
  }
  return actions;
}

/** Moves the line to the page, where its marks still count (ADR 0022). */
function pageMoveActions(line: CourseWorkItem, page: string, { place, by }: MoveTarget): Action[] {
  const put = CourseWorkEntity.put(
    { ...toLineOnPage(line, page), classId: place.classId, version: line.version + 1 },
    { version: line.version, page: line.page },
  );
  // The trails of both forms record the change, so that earlier versions of either page are correct.
  const levels = new Set([formLevelOfClass(line.classId) ?? place.formLevel, place.formLevel]);
  const rows = [...levels].map((formLevel, index) => {
    const { idempotencyKey } = by.request;
    const turned = auditRow({
      subject: subjectRecordAuditSubject(line),
      changes: [{ field: pageChangeAuditField, before: line.page, after: page }],
      by: {
        caller: by.caller,
        request: { ...by.request, idempotencyKey: index === 0 ? idempotencyKey : `${idempotencyKey}/${formLevel}` },
      },
    });
    return AuditRowEntity.create({ ...turned, ...sheetAttributes(turned, markBookAuditName({ ...line, formLevel })) });
  });
  return [put, ...(page === line.page ? [] : rows)];
}

/** The one teacher of the subject in the class; undefined where there are several. */
function onlyTeacher(lessons: readonly LessonItem[], subjectId: string) {
  const [one, ...others] = lessons.filter((lesson) => lesson.subjectId === subjectId);
  return others.length === 0 ? one?.employeeId : undefined;
}

/**
 * The page of a class, or from level 4 on of a teacher; undefined where the teacher is unknown: the next mark decides.
 */
function pageInClass({
  employeeId,
  ...of
}: Omit<Parameters<typeof markBookPageKey>[0], 'employeeId'> & { employeeId: string | undefined }) {
  if (employeeId === undefined && !isTaughtByClass(of.formLevel)) return undefined;
  return markBookPageKey({ ...of, employeeId: employeeId ?? '' });
}
