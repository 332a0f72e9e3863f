import { PostedReportEntity, toStoredCopy } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { TermPostingEntity } from '#functions/term-reports/report-cards/posting/postings.ts';
import { transcriptsContract } from '#shared/options/transcripts/contract.ts';
import { maxStudentsPerIssue } from '#shared/options/transcripts/kinds.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { clientOfAccount, startSchoolOfCallers } from '../../../tests/support/callers/callers.ts';
import { makePostedCard } from '../../../tests/support/school/posted-report.ts';
import { executeActionOfTest, putRecords } from '../../../tests/support/school/records.ts';
import { addStudents } from '../../../tests/support/school/small-school.ts';
import { type BenchRow, median } from '../kit/bench.ts';

export const title = 'Transcripts of seven years for a class of 35';

const students = Array.from({ length: 35 }, (_, index) => `B${100 + index}`);
const years = [2018, 2019, 2020, 2021, 2022, 2023, 2024];
const subjects = 14;
const rounds = 7;
const limit = 1000;

export async function run(): Promise<BenchRow[]> {
  const school = await startSchoolOfCallers();
  try {
    await addStudents('1B', students);
    await fillYears();
    const office = await clientOfAccount(school.url, 'A1');
    const issue = async () => {
      const numbers: string[] = [];
      for (let from = 0; from < students.length; from += maxStudentsPerIssue) {
        const student_ids = students.slice(from, from + maxStudentsPerIssue);
        const { body, status, error } = await office.call(transcriptsContract.issueDocuments, {
          kind: 'transcript',
          student_ids,
          words: null,
        });
        if (status !== 200) throw new Error(`Issuing answered ${status}: ${JSON.stringify(error)}`);
        numbers.push(...body.documents.map(({ number }) => number));
      }
      return numbers;
    };
    const print = async (numbers: readonly string[]) => {
      const { status } = await office.call(transcriptsContract.printDocuments, { numbers: numbers.join(',') });
      if (status !== 200) throw new Error(`The transcripts answered ${status}`);
    };
    const took: { first: number; second: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const begun = performance.now();
      const numbers = await issue();
      const issued = performance.now();
      if (numbers.length !== students.length) throw new Error(`${numbers.length} transcripts were issued`);
      await print(numbers);
      took.push({ first: issued - begun, second: performance.now() - issued });
    }
    // The first round loads the functions.
    const [, ...warm] = took;
    const issuing = median(warm.map(({ first }) => first));
    const printing = median(warm.map(({ second }) => second));
    return [row('Read and issued under their numbers, median', issuing), row('Printed into one PDF, median', printing)];
  } finally {
    await school.stop();
  }
}

const row = (measure: string, milliseconds: number): BenchRow => ({
  measure,
  value: `${milliseconds.toFixed(0)} ms`,
  limit: `≤ ${limit} ms`,
  ok: milliseconds <= limit,
});

/** Posted copies of three terms a year for each student. */
async function fillYears(): Promise<void> {
  const { school } = await import('#functions/school/records/school.ts');
  for (const year of years)
    for (const term of [1, 2, 3] as const) {
      const edition = { year, term, version: 1, base: 1, postedAt: `${year}-12-15T15:00:00.000Z` };
      await putRecords(TermPostingEntity, [
        { year, term, isPosted: true, version: 1, postedAt: edition.postedAt, postedBy: 'Ada Office' },
      ]);
      const copies = students.map((id) => {
        const card = makePostedCard(id, { year, term });
        const [first] = card.subjects;
        if (!first) throw new Error('The sample card has no subject.');
        card.subjects = Array.from({ length: subjects }, (_, index) => ({ ...first, title: `Subject ${index + 1}` }));
        return toStoredCopy(edition, { school: school(), card, layout: standardLayout });
      });
      // The trail takes no batches.
      await Promise.all(copies.map((copy) => executeActionOfTest(PostedReportEntity.create(copy))));
    }
}
