import { formLevelOfClass } from '../../school/records/school.ts';
import { isAnythingEntered, listSubjectRecordsOfSheet } from './subject-record.ts';

/** How many students of these classes have entries in the subject in that year. Three queries a level. */
export async function countStudentsWithMarks({
  year,
  subjectId,
  classIds,
}: {
  year: number;
  subjectId: string;
  classIds: readonly string[];
}): Promise<number> {
  const levels = Map.groupBy(classIds, (classId) => formLevelOfClass(classId) ?? 0);
  const records = await Promise.all(
    [...levels].flatMap(([formLevel, ofLevel]) =>
      ([1, 2, 3] as const).map((term) =>
        listSubjectRecordsOfSheet({ year, term, subjectId, formLevel, classIds: ofLevel }),
      ),
    ),
  );
  const marked = records.flat().filter((record) => isAnythingEntered(record) || record.workOutOf !== undefined);
  return new Set(marked.map(({ studentId }) => studentId)).size;
}
