import { employeeNames, lessonsOfClass, postHoldersOf } from '../people/store.ts';
import { readPoints } from '../platform/table.ts';
import { school } from '../school/store.ts';
import { subjectsById } from '../subjects/store.ts';
import { periodPoint } from '../terms/store.ts';
import type { CardFacts } from './build-report-card.ts';

/** Reads what the cards of one class have in common. */
export async function readCardFacts({
  classId,
  year,
  term,
}: {
  classId: string;
  year: number;
  term: 1 | 2 | 3;
}): Promise<CardFacts> {
  const [{ period }, subjects, lessons, posts, names] = await Promise.all([
    readPoints({ period: periodPoint(year, term) }),
    subjectsById(),
    lessonsOfClass(classId, year),
    postHoldersOf(classId, year),
    employeeNames(),
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
