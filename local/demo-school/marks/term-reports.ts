import type { Mark } from '#shared/marks/mark-words.ts';
import { computeAverage, subjectTotal } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import type { SchoolFile } from '#shared/school/school-file.ts';
import { demoPeriod } from '../calendar.ts';
import { dropUndefined } from '../drop-undefined.ts';
import type { Random } from '../random.ts';
import type { DemoPlacement, Pupil } from '../students/pupil.ts';
import type { DemoMarkBookPage, DemoSubjectRecord, DemoTermReport, LetterGrade, TermKey } from '../types.ts';
import { pickApplicationGrade, pickConductGrade, poissonCount } from './performance.ts';
import { writeDeanRemark, writeFormTeacherRemark, writeMusicRemark } from './remarks.ts';
import { sumMarksOfStudent } from './subject-records.ts';

/** A report as registration makes it: nothing filled in. */
export const buildBlankReport = (pupil: Pupil, place: DemoPlacement, key: TermKey): DemoTermReport => ({
  studentId: pupil.studentId,
  ...key,
  ...place,
});

/** A finished term's report; a few fields were left out in the rush of the last week. */
export function buildFinishedReport(
  random: Random,
  {
    pupil,
    place,
    key,
    percentage,
    school,
  }: { pupil: Pupil; place: DemoPlacement; key: TermKey; percentage: number | null; school: SchoolFile },
): DemoTermReport {
  const { possibleAttendance } = demoPeriod(key);
  const known = <T>(probability: number, value: () => T): T | undefined =>
    random.chance(probability) ? value() : undefined;
  const clubs = random.shuffle(school.coCurriculars).slice(0, Number(random.weighted({ 0: 35, 1: 40, 2: 20, 3: 5 })));
  return {
    ...buildBlankReport(pupil, place, key),
    ...dropUndefined({
      timesAbsent: known(0.985, () =>
        Math.min(poissonCount(random, pupil.bent.absence * possibleAttendance), possibleAttendance),
      ),
      timesLate: known(0.985, () => poissonCount(random, pupil.bent.lateness * possibleAttendance * 0.5)),
      authority: known(0.97, () => pickConductGrade(random, pupil.bent)),
      responsibility: known(0.97, () => pickApplicationGrade(random, pupil.bent)),
      cooperation: known(0.97, () => pickConductGrade(random, pupil.bent)),
      coCurricular: clubs.length > 0 ? clubs.sort() : undefined,
      formTeacherComments:
        percentage === null ? undefined : known(0.96, () => writeFormTeacherRemark(random, { pupil, percentage })),
      deanComments: percentage === null ? undefined : known(0.88, () => writeDeanRemark(random, { pupil, percentage })),
    }),
    ...(school.musicClasses.includes(place.classId) ? music(random.fork('music'), pupil) : {}),
  };
}

function music(random: Random, pupil: Pupil): Partial<DemoTermReport> {
  if (random.chance(0.03)) return {};
  const grade: LetterGrade = pickApplicationGrade(random, {
    ...pupil.bent,
    diligence: pupil.bent.aptitudes.making + 0.4,
  });
  return {
    musicTimesAbsent: poissonCount(random, pupil.bent.absence * 10),
    musicTimesLate: poissonCount(random, pupil.bent.lateness * 6),
    musicGrade: grade,
    musicApplication: pickApplicationGrade(random, pupil.bent),
    musicConduct: pickConductGrade(random, pupil.bent),
    ...(random.chance(0.85) ? { musicComments: writeMusicRemark(random, { pupil, grade }) } : {}),
  };
}

/** Every student's average of a term, by the marking scheme; null where no subject has a total. */
export function averagesByStudent(
  records: readonly DemoSubjectRecord[],
  { pageOf, school }: { pageOf: (record: DemoSubjectRecord) => DemoMarkBookPage | null; school: SchoolFile },
): Map<string, number | null> {
  const totals = new Map<string, (Mark | null)[]>();
  for (const record of records) {
    const scheme = schemeFor(school.markingScheme, record.formLevel, record.term);
    const page = pageOf(record);
    const course = page && sumMarksOfStudent(page, record.studentId);
    const marks = { course, exam: record.exam ?? null, examOutOf: record.examOutOf ?? null };
    totals.set(record.studentId, [...(totals.get(record.studentId) ?? []), subjectTotal(marks, scheme)]);
  }
  const averages = new Map<string, number | null>();
  for (const [studentId, all] of totals) {
    const { text } = computeAverage(all);
    averages.set(studentId, text === null ? null : Number(text));
  }
  return averages;
}
