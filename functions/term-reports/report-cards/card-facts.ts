import { employeeNames, lessonsOfClass, postHoldersOf } from '../../people/records/store.ts';
import { readItems } from '../../platform/table/table.ts';
import { periodKey } from '../../school/records/periods.ts';
import { school } from '../../school/records/school.ts';
import { subjectsById } from '../../subjects/records/store.ts';
import type { CardFacts } from './build-report-card.ts';

/** What the cards of all classes have in common in a term. */
export async function readTermFacts({ year, term }: { year: number; term: 1 | 2 | 3 }) {
  const [{ period }, subjects, names] = await Promise.all([
    readItems({ period: periodKey(year, term) }),
    subjectsById(),
    employeeNames(),
  ]);
  return { period, subjects, names };
}

/** Reads what the cards of one class have in common. Give `ofTerm` where several classes of a term are read. */
export async function readCardFacts(
  { classId, year, term }: { classId: string; year: number; term: 1 | 2 | 3 },
  ofTerm: ReturnType<typeof readTermFacts> = readTermFacts({ year, term }),
): Promise<CardFacts> {
  const [{ period, subjects, names }, lessons, posts] = await Promise.all([
    ofTerm,
    lessonsOfClass(classId, year),
    postHoldersOf(classId, year),
  ]);
  const teachersOf = Map.groupBy(lessons, (lesson) => lesson.subjectId);
  const holders = (as: 'form teacher' | 'dean') =>
    posts
      .filter((post) => post.as === as)
      .map((post) => post.name)
      .join(', ') || null;
  return {
    school: school(),
    period,
    subjects,
    teachers: new Map(
      [...teachersOf].map(([subjectId, taught]) => [
        subjectId,
        taught.flatMap(({ employeeId }) => {
          const name = names.get(employeeId);
          return name === undefined ? [] : [{ employeeId, name }];
        }),
      ]),
    ),
    formTeacher: holders('form teacher'),
    dean: holders('dean'),
  };
}
