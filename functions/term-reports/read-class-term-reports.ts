import { computeAverage } from '#shared/marks/marks.ts';
import { schemeFor } from '#shared/marks/scheme.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { computeSubjectLines } from '../marks/records/subject-lines.ts';
import { readClassReports } from '../marks/records/term-report.ts';
import { classPostKeys } from '../people/records/store.ts';
import { callHandler } from '../platform/requests/call-handler.ts';
import { periodKey } from '../school/records/periods.ts';
import { requireFormLevel, school } from '../school/records/school.ts';
import { listStudentsOfClass } from '../students/records/rosters/read-rosters.ts';
import { decideClassListSource, listSourceKeys } from '../students/records/term-lists.ts';
import { readListedStudents } from './listed-students.ts';
import { requireClassReportAccess } from './report-access.ts';
import { listPostedWithTheirClass } from './report-cards/posting/posted-reports.ts';
import { postingKey } from './report-cards/posting/postings.ts';
import { toReportRow, toSubjectLine } from './report-mapper.ts';

/**
 * Three requests whatever the size of the class: session, posts, periods and posting; the class's reports and records;
 * its students. In the current term a fourth for students with a report who have left the class, one for students who
 * have none yet, and one for the posted copies of leavers.
 */
export const readClassTermReports = callHandler(termReportsContract.readClassTermReports, {
  prefetch: ({ class_id, year, term }, accountId) => ({
    posts: classPostKeys({ employeeId: accountId, year, classId: class_id }),
    ...listSourceKeys(year),
    period: periodKey(year, term),
    posting: postingKey({ year, term }),
  }),
  handle: async ({ input, caller, found }) => {
    const { class_id: classId, year, term } = input;
    requireClassReportAccess(caller, found.posts);
    const formLevel = requireFormLevel(classId);
    const source = decideClassListSource(input, found);
    const [present, { reports, records }] = await Promise.all([
      listStudentsOfClass(classId),
      readClassReports({ year, term, classId }),
    ]);
    const reportOf = new Map(reports.map((report) => [report.studentId, report]));
    const recordsOf = Map.groupBy(records, (record) => record.studentId);
    const dateEnd = found.period?.dateEnd ?? null;
    const students = await readListedStudents(present, { year, term, source, dateEnd, reports, records });
    const leavers = students.flatMap(({ studentId, left }) => (left === undefined ? [] : [studentId]));
    const withClass = await listPostedWithTheirClass(found.posting, leavers);
    const scheme = schemeFor(school().markingScheme, formLevel, term);
    const data = students
      .map((student) => {
        const report = reportOf.get(student.studentId);
        const lines = computeSubjectLines(report, recordsOf.get(student.studentId) ?? [], scheme);
        const { text, entered, of } = computeAverage(lines.map(({ total }) => total));
        const place = { classId, formLevel: report?.formLevel ?? formLevel };
        return {
          ...toReportRow({ student, report, place, period: found.period, of: input }),
          table2_records: lines.map(toSubjectLine),
          entered,
          of,
          average: text,
          ...(student.left === undefined ? {} : { left: student.left }),
          ...(student.left === undefined || withClass.has(student.studentId) ? {} : { by_name_alone: true as const }),
        };
      })
      .sort((a, b) => a.name.localeCompare(b.name));
    return {
      class_id: classId,
      form_level: formLevel,
      year,
      term,
      is_music_class: school().musicClasses.includes(classId),
      is_posted: found.posting?.isPosted === true,
      posts: found.posts.map((post) => post.as),
      subject_weightings: scheme,
      data,
    };
  },
});
