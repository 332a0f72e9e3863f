import { lessonsContract, type SharedClass } from '#shared/people/lessons/contract.ts';
import { startYearOf } from '#shared/school/academic-year.ts';
import { studentsWithMarks } from '../../marks/records/students-with-marks.ts';
import { ValidationError } from '../../platform/errors.ts';
import { callHandler } from '../../platform/requests/call-handler.ts';
import { formLevelOf } from '../../school/records/school.ts';
import { employeeNames, lessonsOfClass } from '../records/store.ts';

interface Named {
  year: number;
  subjectId: string;
  classIds: readonly string[];
}

/** Other teachers who have one of the classes in the subject. A query a class, and one for the names where there are some. */
export async function sharedClasses({ year, subjectId, classIds }: Named, employeeId: string): Promise<SharedClass[]> {
  const taught = await Promise.all(classIds.map((classId) => lessonsOfClass(classId, year)));
  const others = taught.flat().filter((lesson) => lesson.subjectId === subjectId && lesson.employeeId !== employeeId);
  if (others.length === 0) return [];
  const names = await employeeNames();
  return others.map(({ classId, employeeId: other }) => ({
    class_id: classId,
    employee_id: other,
    name: names.get(other) ?? other,
  }));
}

export const lessonFacts = callHandler(lessonsContract.lessonFacts, {
  handle: async ({ input }) => {
    const classIds = [...new Set(input.classes.split(','))];
    const stranger = classIds.find((classId) => formLevelOf(classId) === undefined);
    if (stranger !== undefined) throw new ValidationError({ classes: [`There is no class ${stranger}.`] });
    const named = { year: startYearOf(input.academic_year_id), subjectId: input.subject_id, classIds };
    const [shared, students] = await Promise.all([sharedClasses(named, input.employee_id), studentsWithMarks(named)]);
    return { shared, students_with_marks: students };
  },
});
