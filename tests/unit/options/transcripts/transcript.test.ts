import { describe, expect, it } from 'vitest';
import { planTranscript } from '#functions/options/transcripts/transcript.ts';
import type { FrozenCard } from '#functions/term-reports/report-cards/posting/posted-reports.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { makePostedCard } from '../../../support/school/posted-report.ts';

const head = {
  name: 'Northgate',
  motto: null,
  address: [],
  telephone: null,
  email: null,
  timeZone: 'America/Port_of_Spain',
};

const copy = (year: number, term: 1 | 2 | 3, change: Partial<FrozenCard> = {}): FrozenCard => ({
  year,
  term,
  version: 1,
  school: head,
  card: makePostedCard('S41', { year, term }),
  layout: standardLayout,
  // In the school's zone it is the day before.
  postedAt: new Date(`${year}-12-16T02:00:00.000Z`),
  reason: null,
  hadLeft: false,
  proof: null,
  ...change,
});
const mark = (year: number, term: 1 | 2 | 3, subject = 'Latin') => ({
  year,
  term,
  subject,
  mark: 'B+',
  source: 'Book 7',
});
const terms = [{ id: 1, title: 'Christmas Term' }];
const plan = (copies: FrozenCard[], earlier: ReturnType<typeof mark>[], answersCodes = true) =>
  planTranscript({ copies, earlier: { marks: earlier, attendance: [] }, terms, answersCodes });

describe('a transcript', () => {
  it('has every posted term as its card was printed, in order', () => {
    const { terms: planned } = plan([copy(2025, 1), copy(2024, 3)], []);
    expect(planned.map(({ year, term }) => [year, term])).toEqual([
      [2024, 3],
      [2025, 1],
    ]);
    expect(planned[1]).toEqual({
      year: 2025,
      term: 1,
      title: 'Term 1',
      classId: '4A',
      average: '75.3',
      source: 'posted',
      postedOn: '2025-12-15',
      code: null,
      subjects: [
        { title: 'English Language', mark: '65.0', source: null },
        { title: 'Mathematics', mark: '85.5', source: null },
      ],
      attendance: null,
    });
  });

  it('has terms of earlier records with their source, and no figure that nobody printed', () => {
    expect(plan([], [mark(2019, 1)]).terms).toEqual([
      {
        year: 2019,
        term: 1,
        title: 'Christmas Term',
        classId: null,
        average: null,
        source: 'earlier',
        postedOn: null,
        code: null,
        subjects: [{ title: 'Latin', mark: 'B+', source: 'Book 7' }],
        attendance: null,
      },
    ]);
  });

  it('has the attendance of earlier terms, with or without marks, and none of a term that was posted', () => {
    const attendance = [2019, 2020, 2025].map((year) => ({
      year,
      term: 1 as const,
      sessions: 140,
      absent: 7,
      late: null,
      source: 'Register',
    }));
    const { terms: planned, leftOut } = planTranscript({
      copies: [copy(2025, 1)],
      earlier: { marks: [mark(2019, 1)], attendance },
      terms,
      answersCodes: true,
    });
    expect(planned.map((one) => [one.year, one.subjects.length, one.attendance])).toEqual([
      [2019, 1, { sessions: 140, absent: 7, late: null, source: 'Register' }],
      [2020, 0, { sessions: 140, absent: 7, late: null, source: 'Register' }],
      [2025, 2, null],
    ]);
    expect(leftOut).toEqual([]);
  });

  it('leaves out earlier marks of a term that was posted, and says so', () => {
    const { terms: planned, leftOut } = plan([copy(2025, 1)], [mark(2025, 1), mark(2025, 1, 'Greek'), mark(2025, 2)]);
    expect(planned.map(({ term, source }) => [term, source])).toEqual([
      [1, 'posted'],
      [2, 'earlier'],
    ]);
    expect(planned[0]?.subjects.map(({ title }) => title)).not.toContain('Latin');
    expect(leftOut).toEqual([{ year: 2025, term: 1, marks: 2 }]);
  });

  it('has the codes of cards while the school answers for them', () => {
    const signed = copy(2025, 1, { proof: { code: 'K7QF2M9X4T', signed: '{}', signedFor: 'https://marks.example' } });
    expect(plan([signed], []).terms[0]?.code).toEqual({ text: 'K7QF2M9X4T', at: 'https://marks.example' });
    expect(plan([signed], [], false).terms[0]?.code).toBeNull();
  });

  it('is empty without posted terms and earlier marks', () => {
    expect(plan([], [])).toEqual({ terms: [], leftOut: [] });
  });
});
