import { familiesContract } from '#shared/options/families/contract.ts';
import { familyWordings } from '#shared/options/families/wordings.ts';
import { compareNames, lastFirst } from '#shared/people/shared-names.ts';
import { termTitle } from '#shared/school/academic-year.ts';
import { signInUseOf } from '../../../people/records/employee-mapper.ts';
import { NotFoundError } from '../../../platform/errors.ts';
import { toRunStatus } from '../../../platform/jobs/run-job.ts';
import { readJobsOfKind } from '../../../platform/jobs/store.ts';
import { callHandler } from '../../../platform/requests/call-handler.ts';
import { requireFormLevel, school } from '../../../school/records/school.ts';
import { listReportOpenings, readLastStudentSignIns } from '../../../sessions/student-access.ts';
import { listAllStudentAccounts, studentOfAccount } from '../../../sessions/student-accounts.ts';
import type { RosterStudent } from '../../../students/records/rosters/class-roster.ts';
import { listStudentsOfClass, readCurrentStudents } from '../../../students/records/rosters/read-rosters.ts';
import { listPostings, type PostingItem } from '../../../term-reports/report-cards/posting/postings.ts';
import { listReportLinksOfTerm, type ReportLinkItem, stateOfLink } from '../records/report-links.ts';
import { listStudentsLeftByRun } from './account-acts.ts';

/**
 * Seven requests for a school of a thousand, whatever is opened: queries of rosters, accounts, sign-ins, postings,
 * openings, links and runs.
 */
export const readFamilyAccounts = callHandler(familiesContract.readFamilyAccounts, {
  handle: async ({ input, request: { now } }) => {
    const posted = await postedTerms();
    const counted = chosenTerm(posted, input);
    const [students, accounts, signIns, opened, links, runs] = await Promise.all([
      readCurrentStudents(),
      listAllStudentAccounts(),
      readLastStudentSignIns(),
      lastOpenings(counted),
      linksOf(counted),
      readJobsOfKind('make-family-accounts'),
    ]);
    const hasOpenLink = ({ studentId, returnedAt }: RosterStudent) => {
      const link = links.get(studentId);
      return link !== undefined && stateOfLink(link, { posting: counted, returnedAt }, now) === 'open';
    };
    const withAccount = new Set(accounts.map(({ accountId }) => studentOfAccount(accountId)));
    const byClass = Map.groupBy(students, ({ classId }) => classId);
    const [run] = runs.sort((a, b) => b.startedAt.localeCompare(a.startedAt));
    return {
      classes: school().formClasses.map(({ id, form_level }) => {
        const ids = (byClass.get(id) ?? []).map(({ studentId }) => studentId);
        return {
          class_id: id,
          form_level,
          students: ids.length,
          accounts: ids.filter((one) => withAccount.has(one)).length,
          signed_in: ids.filter((one) => signIns.has(one)).length,
          opened: ids.filter((one) => opened.byAccount.has(one)).length,
          opened_by_link: ids.filter((one) => opened.byLink.has(one)).length,
          unopened: ids.filter((one) => !opened.byAccount.has(one) && !opened.byLink.has(one)).length,
          links: (byClass.get(id) ?? []).filter(hasOpenLink).length,
        };
      }),
      posted: posted.map(toPostedTerm),
      counted: counted ? toPostedTerm(counted) : null,
      run: run ? { ...toRunStatus(run), left: await listStudentsLeftByRun(run) } : null,
    };
  },
});

export const listFamilyAccounts = callHandler(familiesContract.listFamilyAccounts, {
  handle: async ({ input, request: { now } }) => {
    requireFormLevel(input.class_id);
    const counted = chosenTerm(await postedTerms(), input);
    const [students, accounts, signIns, opened, links] = await Promise.all([
      listStudentsOfClass(input.class_id),
      listAllStudentAccounts(),
      readLastStudentSignIns(),
      lastOpenings(counted),
      linksOf(counted),
    ]);
    const accountOf = new Map(accounts.map((account) => [studentOfAccount(account.accountId), account]));
    return students.map((student) => {
      const { studentId } = student;
      const account = accountOf.get(studentId);
      const link = links.get(studentId);
      const noLink = student.dateOfBirth ? ('none' as const) : ('no date' as const);
      return {
        student_id: studentId,
        name: lastFirst(student),
        account: account ? signInUseOf(account) : ('none' as const),
        last_signed_in_at: signIns.get(studentId) ?? null,
        opened_at: opened.byAccount.get(studentId) ?? null,
        link: link ? stateOfLink(link, { posting: counted, returnedAt: student.returnedAt }, now) : noLink,
        link_tries: link?.tries ?? 0,
        link_opened_at: link?.openedAt ?? null,
      };
    });
  },
});

/** Students by class, in the school's order, and by name. */
export function sortInSchoolOrder(students: readonly RosterStudent[]): RosterStudent[] {
  const place = new Map(school().formClasses.map(({ id }, index) => [id, index]));
  return students.toSorted(
    (a, b) => (place.get(a.classId) ?? place.size) - (place.get(b.classId) ?? place.size) || compareNames(a, b),
  );
}

/** The posted terms, the latest first. One query. */
const postedTerms = async (): Promise<PostingItem[]> =>
  (await listPostings()).filter(({ isPosted }) => isPosted).sort((a, b) => b.year - a.year || b.term - a.term);

const toPostedTerm = ({ year, term }: PostingItem) => ({ year, term, title: termTitle({ year, term }) });

/** @throws NotFoundError for a term that is not posted */
function chosenTerm(
  posted: readonly PostingItem[],
  { year, term }: { year?: number | undefined; term?: number | undefined },
): PostingItem | undefined {
  if (year === undefined || term === undefined) return posted[0];
  const found = posted.find((one) => one.year === year && one.term === term);
  if (!found) throw new NotFoundError(familyWordings.noReport);
  return found;
}

/** The links to the reports of a posted term, by student. */
const linksOf = async (posting: PostingItem | undefined): Promise<ReadonlyMap<string, ReportLinkItem>> =>
  posting ? listReportLinksOfTerm(posting) : new Map();

interface LastOpenings {
  byAccount: ReadonlyMap<string, string>;
  byLink: ReadonlyMap<string, string>;
}

/** When the report of a term was last opened, UTC, by student id. One query. */
async function lastOpenings(posting: PostingItem | undefined): Promise<LastOpenings> {
  const openings = posting ? await listReportOpenings(posting) : [];
  const lastBy = (at: 'byAccountAt' | 'byLinkAt') =>
    new Map(openings.flatMap(({ studentId, [at]: last }) => (last === undefined ? [] : [[studentId, last]])));
  return { byAccount: lastBy('byAccountAt'), byLink: lastBy('byLinkAt') };
}
