import { schemeFor } from '#shared/marks/scheme.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { addDays, countDaysBetween, demoPeriod, isSchoolDay } from '../calendar.ts';
import type { Random } from '../random.ts';
import type { SubjectId } from '../staff/subjects.ts';
import type { Pupil } from '../students/pupil.ts';
import type { DemoAssessment, DemoMarkBookPage, TeachingGroup, TermKey } from '../types.ts';
import { assessmentKinds, assessmentTopics } from './assessment-topics.ts';
import { clamp, expectedPercentage } from './performance.ts';

/**
 * The mark book of a group for one term up to a day. A finished term has four to six assessments; one under way has as
 * many as its days allow, one at least. Null where the marking scheme has no course work.
 */
export function buildMarkBook(
  random: Random,
  {
    group,
    pupils,
    school,
    key,
    today,
  }: { group: TeachingGroup; pupils: ReadonlyMap<string, Pupil>; school: SchoolFile; key: TermKey; today: string },
): DemoMarkBookPage | null {
  if (!schemeFor(school.markingScheme, group.formLevel, key.term).course) return null;
  const assessments = planAssessments(random.fork('plan'), { subjectId: group.subjectId as SubjectId, key, today });
  // Some teachers mark hard.
  const severity = random.normal(0, 3.5);
  const marks = new Map<string, Map<number, number>>();
  for (const studentId of group.studentIds) {
    const pupil = pupils.get(studentId);
    if (!pupil) continue;
    const own = random.fork(studentId);
    const expected = expectedPercentage(pupil, group.subjectId) + 3 + 4 * pupil.bent.diligence + severity;
    const given = new Map<number, number>();
    for (const { number, total } of assessments) {
      if (own.chance(0.015 + 0.6 * pupil.bent.absence)) continue;
      given.set(number, Math.round((clamp(own.normal(expected, 9), 4, 100) * total) / 100));
    }
    marks.set(studentId, given);
  }
  return { ...key, group, assessments, marks };
}

function planAssessments(
  random: Random,
  { subjectId, key, today }: { subjectId: SubjectId; key: TermKey; today: string },
): DemoAssessment[] {
  const { dateStart, dateEnd } = demoPeriod(key);
  const days = countDaysBetween(dateStart, dateEnd);
  const gone = clamp(countDaysBetween(dateStart, today), 0, days);
  const planned = random.int(4, 6);
  const count = Math.max(1, Math.floor((planned * gone) / days));
  const subjectTopics = random.shuffle(assessmentTopics[subjectId]);
  return Array.from({ length: count }, (_, index) => {
    const kind = assessmentKinds.find(({ title }) => title === random.weighted(shares)) ?? assessmentKinds[0];
    const topic = subjectTopics[index % subjectTopics.length] ?? '';
    const title = kind?.title ? `${kind.title}: ${topic}` : topic;
    const latest = Math.floor((gone * (index + 1)) / count);
    let date = addDays(dateStart, Math.max(0, latest - random.int(1, 8)));
    while (!isSchoolDay(date) && date < today) date = addDays(date, 1);
    return { number: index + 1, topic: title, date, total: random.pick(kind?.totals ?? [20]) };
  });
}

const shares = Object.fromEntries(assessmentKinds.map(({ title, share }) => [title, share]));
