import { authRefusals } from '#shared/accounts/wordings.ts';
import { markSheetContract } from '#shared/marks/mark-sheet/contract.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { canPickAnyone, isTaughtByTeacher } from '../../../people/records/class-list.ts';
import { toPickerLessons } from '../../../people/records/picker-lessons.ts';
import { employeeKey, readLessonsOfTeacher } from '../../../people/records/store.ts';
import { ForbiddenError } from '../../../platform/errors.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { readPartitionsTogether } from '../../../platform/table/gather-partitions.ts';
import { periodKey } from '../../../school/records/periods.ts';
import { school } from '../../../school/records/school.ts';
import { decideListSource, listSourceKeys, listStudentsOfSheet } from '../../../students/records/term-lists.ts';
import { subjectTakersPartition } from '../../../subjects/records/store.ts';
import { progressPartition } from '../../records/subject-record.ts';
import { countedFields, countProgress, type EnteredMarks } from './count-progress.ts';

/**
 * Three requests for up to 25 classes: session, account and term; the lessons; their students with what is entered (ADR
 * 0040). After the end of a term also the requests of each lesson's list. Kept entries would cost more: they have every
 * subject of a class, and the index those of the lesson alone.
 */
export const readLessonProgress = callHandler(markSheetContract.readLessonProgress, {
  prefetch: (input, accountId) => ({
    own: employeeKey(accountId),
    period: periodKey(input.year, input.term),
    ...listSourceKeys(input.year),
  }),
  handle: async ({ input: { employee_id: employeeId, year, term }, caller, found: { own, period, ...facts } }) => {
    if (employeeId !== caller.accountId && !canPickAnyone(caller, own))
      throw new ForbiddenError(authRefusals.forbidden);
    const records = await readLessonsOfTeacher(employeeId, year);
    const source = decideListSource({ year, term }, facts);
    const { students, entered } = await gather(records, { year, term });
    const lessons = await Promise.all(
      toPickerLessons(records, new Map()).map(async (lesson) => {
        const { form_level: formLevel, subject_id: subjectId, form_classes: classIds } = lesson;
        const entries = classIds.flatMap((classId) =>
          (entered.get(progressPartition({ classId, subjectId, year, term })) ?? []).map((one) => ({
            ...one,
            classId,
          })),
        );
        const taking =
          source === 'register'
            ? classIds.flatMap((classId) => students.get(subjectTakersPartition({ classId, subjectId })) ?? [])
            : (await listStudentsOfSheet({ year, term, subjectId, formLevel, classIds }, { source, entries })).filter(
                ({ left }) => left === undefined,
              );
        const own = taking.filter(({ employeeId: teacher }) =>
          isTaughtByTeacher({ formLevel, employeeId: teacher }, employeeId),
        );
        return {
          id: lesson.id,
          ...countProgress(new Set(own.map(({ studentId }) => studentId)), {
            entered: entries,
            scheme: schemeFor(school().markingScheme, formLevel, term),
          }),
        };
      }),
    );
    return { due: period?.dateEnd ?? null, lessons };
  },
});

interface Taking {
  studentId: string;
  employeeId?: string;
}

/** The lessons' students and what is entered of them, by partition. */
async function gather(
  lessons: readonly { subjectId: string; classId: string }[],
  of: { year: number; term: 1 | 2 | 3 },
): Promise<{ students: Map<string, Taking[]>; entered: Map<string, EnteredMarks[]> }> {
  const taking = lessons.map(subjectTakersPartition);
  const items = await readPartitionsTogether({
    index: 'gsi3',
    partitions: [...taking, ...lessons.map((lesson) => progressPartition({ ...lesson, ...of }))],
    only: ['gsi3pk', 'employeeId', ...countedFields],
  });
  const byPartition = Map.groupBy(items, ({ gsi3pk }) => gsi3pk as string);
  const isTaking = new Set(taking);
  const [students, entered] = [true, false].map(
    (ofStudents) => new Map([...byPartition].filter(([name]) => isTaking.has(name) === ofStudents)),
  );
  return { students: students as Map<string, never[]>, entered: entered as Map<string, never[]> };
}
