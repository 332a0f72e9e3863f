import { inParallel } from '../../../platform/in-parallel.ts';
import { listCopyNumbers } from '../../../term-reports/report-cards/posting/posted-reports.ts';
import { editionNumbersOf, listPostings } from '../../../term-reports/report-cards/posting/postings.ts';

/** Queries at a time. */
const atOnce = 12;

/**
 * The terms of which students have a posted report, by student: `2025 1`. Two queries a student at most, and none where
 * none of the terms that are asked about was posted.
 */
export async function readPostedTermsOfStudents(
  studentIds: readonly string[],
  asked: ReadonlySet<string>,
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const postings = (await listPostings()).filter(
    ({ isPosted, year, term }) => isPosted && asked.has(`${year} ${term}`),
  );
  if (postings.length === 0) return new Map();
  const posted = new Set(
    postings.flatMap((posting) =>
      editionNumbersOf(posting).map((version) => `${posting.year} ${posting.term} ${version}`),
    ),
  );
  const terms = await inParallel(studentIds, {
    atOnce,
    does: async (studentId) =>
      (await listCopyNumbers(studentId)).flatMap(({ year, term, version }) =>
        posted.has(`${year} ${term} ${version}`) ? [`${year} ${term}`] : [],
      ),
  });
  return new Map(studentIds.map((studentId, index) => [studentId, new Set(terms[index])]));
}
