import { ClassTermRegistrationEntity, TermReportEntity } from '#functions/marks/records/term-report.ts';
import { ClassPostEntity, EmployeeEntity, LessonEntity } from '#functions/people/records/store.ts';
import { CurrentPeriodEntity, PeriodEntity } from '#functions/school/records/periods.ts';
import { StudentEntity } from '#functions/students/records/store.ts';
import { StudentSubjectAssignmentEntity, SubjectEntity } from '#functions/subjects/records/store.ts';
import { executeActionOfTest, putRecords } from '../../support/school/records.ts';
import { addAccount } from '../../support/school/small-school.ts';
import type { GradedPupil } from './real-grades.ts';

export const year = 2025;
export const yearId = '20252026';
export const terms = [1, 2, 3] as const;

/**
 * Registers the pupils for three terms: one subject, `POR`, which `teresa` (T1) teaches to every class; `diana` (T2) is
 * the dean of all of them. Absences stand in the term reports.
 */
export async function registerPupils(pupils: readonly GradedPupil[]): Promise<void> {
  const people = pupils.map(({ studentId, classId, formLevel, firstName, lastName }) => ({
    studentId,
    classId,
    formLevel,
    firstName,
    lastName,
  }));
  const classes = [...Map.groupBy(pupils, ({ classId }) => classId)].map(([classId, members]) => ({
    classId,
    formLevel: members[0]?.formLevel ?? 0,
    studentIds: members.map(({ studentId }) => studentId),
  }));
  await Promise.all([
    executeActionOfTest(CurrentPeriodEntity.put({ year, term: 1 })),
    executeActionOfTest(SubjectEntity.put({ subjectId: 'POR', title: 'Portuguese', abbr: 'POR' })),
    executeActionOfTest(
      EmployeeEntity.put({ employeeId: 'T1', teacherNum: 1, firstName: 'Teresa', lastName: 'Sá', userName: 'teresa' }),
    ),
    putRecords(
      LessonEntity,
      classes.map(({ classId, formLevel }) => ({ employeeId: 'T1', year, subjectId: 'POR', classId, formLevel })),
    ),
    putRecords(
      ClassPostEntity,
      classes.map(({ classId, formLevel }) => ({
        employeeId: 'T2',
        year,
        classId,
        formLevel,
        as: 'dean' as const,
        name: 'Diana Reis',
      })),
    ),
    putRecords(
      StudentEntity,
      people.map((person) => ({ ...person, status: 'current' as const })),
    ),
    putRecords(
      StudentSubjectAssignmentEntity,
      people.map((person) => ({ ...person, subjectId: 'POR' })),
    ),
    ...terms.flatMap((term) => [
      executeActionOfTest(PeriodEntity.put({ year, term, possibleAttendance: 120 })),
      putRecords(
        TermReportEntity,
        pupils.map(({ studentId, classId, formLevel, absences }) => ({
          studentId,
          year,
          term,
          classId,
          formLevel,
          subjectIds: ['POR'],
          timesAbsent: absences,
        })),
      ),
      putRecords(
        ClassTermRegistrationEntity,
        classes.map(({ classId, studentIds }) => ({ year, term, classId, studentIds })),
      ),
    ]),
    addAccount({ accountId: 'T1', role: 'teacher', userName: 'teresa', name: 'Teresa Sá' }),
    addAccount({ accountId: 'T2', role: 'teacher', userName: 'diana', name: 'Diana Reis' }),
  ]);
}
