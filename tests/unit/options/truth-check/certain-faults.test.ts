import { describe, expect, it } from 'vitest';
import { findDifferentFigures } from '#functions/options/truth-check/certain/compare-figures.ts';
import { findDifferentPrint } from '#functions/options/truth-check/certain/compare-print.ts';
import { findCertainFaultsOfCards } from '#functions/options/truth-check/certain/find-certain-faults.ts';
import { readPrintedFigures } from '#functions/options/truth-check/certain/read-printed-figures.ts';
import { buildReportCard } from '#functions/term-reports/report-cards/build-report-card.ts';
import { withClassFigures } from '#functions/term-reports/report-cards/class-figures.ts';
import type { CardToPost } from '#functions/term-reports/report-cards/posting-guards.ts';
import { renderReportCards } from '#functions/term-reports/report-cards/print/render-report-cards.ts';
import type { ReportCard, ReportCardSubject } from '#functions/term-reports/report-cards/report-card.ts';
import { defaultSchemeRules } from '#shared/marks/scheme.ts';
import type { CardLayout } from '#shared/term-reports/layouts/card-layout.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { sampleSchool } from '../../../support/files/sample-report-cards.ts';
import { everyLevelAndTerm, makeRandomClass, toStoredRecords } from '../../../support/samples/random-class.ts';
import {
  demoSchool,
  makeCardFacts,
  makeSubjectRecord,
  makeTermReport,
} from '../../term-reports/report-cards/term-facts.ts';

const school = { ...demoSchool, markingScheme: [...defaultSchemeRules], musicClasses: ['1A'] };

const records = [
  makeSubjectRecord({ subjectId: 'MATH', workSum: 61, workOutOf: 110, exam: 41, timesLate: 2, conduct: 'B' }),
  makeSubjectRecord({ subjectId: 'ENGL', workSum: 1, workOutOf: 2, exam: 41, examOutOf: 60, timesAbsent: 3 }),
];
const report = makeTermReport({ timesAbsent: 4, timesLate: 1, authority: 'A', musicTimesLate: 1 });
/** The class has more sessions than the others of the term. */
const period = {
  year: 2025,
  term: 1,
  possibleAttendance: 110,
  classes: { '1A': { possibleAttendance: 120 } },
} as const;
const facts = { ...makeCardFacts({ school, period }), leavers: new Set<string>() };
const student = { studentId: 'S1', firstName: 'Zoë', lastName: 'Baptiste' };
const right: ReportCard = buildReportCard({ facts, student, report, records });

/** English Language: 15.0, 41 of 60, 62.8. Mathematics: 16.6, 41, 57.6. Average: 60.2. */
const faultsOf = (card: ReportCard, of: Partial<CardToPost> = {}) =>
  findDifferentFigures({ card, layout: standardLayout, report, records, ...of }, facts);
const withSubject = (title: string, change: Partial<ReportCardSubject>): ReportCard => ({
  ...right,
  subjects: right.subjects.map((one) => (one.title === title ? { ...one, ...change } : one)),
});

const withPlaces: CardLayout = {
  ...standardLayout,
  front: standardLayout.front.map((row) =>
    row.map((block) =>
      block.block === 'subjects' ? { ...block, columns: [{ column: 'total' }, { column: 'place' }] } : block,
    ),
  ),
};

describe('a card whose records give other figures', () => {
  it.each<[string, ReportCard, string]>([
    [
      'total',
      withSubject('Mathematics', { total: '57.7' }),
      'Total of Mathematics: the card has 57.7, computed again it is 57.6.',
    ],
    [
      'course',
      withSubject('Mathematics', { course: '16.7' }),
      'Course of Mathematics: the card has 16.7, computed again it is 16.6.',
    ],
    [
      'exam',
      withSubject('Mathematics', { exam: null }),
      'Exam of Mathematics: the card has nothing, computed again it is 41.',
    ],
    ['late', withSubject('Mathematics', { timesLate: 3 }), 'Times late of Mathematics: the card has 3, stored is 2.'],
    [
      'absent',
      withSubject('English Language', { timesAbsent: null }),
      'Times absent of English Language: the card has nothing, stored is 3.',
    ],
    ['conduct', withSubject('Mathematics', { conduct: 'A' }), 'Conduct of Mathematics: the card has A, stored is B.'],
    [
      'times',
      { ...right, attendance: { ...right.attendance, timesAbsent: 5 } },
      'Times absent of the report: the card has 5, stored is 4.',
    ],
    [
      'authority',
      { ...right, conduct: { ...right.conduct, authority: 'B' } },
      'Authority of the report: the card has B, stored is A.',
    ],
    [
      'possible attendance',
      { ...right, attendance: { ...right.attendance, possible: 118 } },
      'Possible attendance of the report: the card has 118, stored is 120.',
    ],
    [
      'music',
      { ...right, music: right.music && { ...right.music, timesLate: 2 } },
      'Music, times late of the report: the card has 2, stored is 1.',
    ],
    ['no music', { ...right, music: null }, 'Music, times late of the report: the card has nothing, stored is 1.'],
    [
      'a remark',
      { ...right, remarks: { ...right.remarks, dean: 'Works hard.' } },
      'Dean’s remarks of the report: the card has Works hard., stored is nothing.',
    ],
    [
      'a maximum',
      { ...right, maxima: { course: 30, exam: 60 } },
      'Exam: the card has it out of 60, by the rules of marking it is out of 70.',
    ],
    [
      'average',
      { ...right, average: { ...right.average, text: '60.3' } },
      'Average: the card has 60.3, computed again it is 60.2.',
    ],
    [
      'counts',
      { ...right, average: { ...right.average, of: 3 } },
      'Average: the card counts 2 of 3 subjects, counted again they are 2 of 2.',
    ],
  ])('is named with the place: %s', (_name, card, fault) => {
    expect(faultsOf(right)).toEqual([]);
    expect(faultsOf(card)).toEqual([fault]);
  });

  it('is named where a subject is missing, or there are too many', () => {
    expect(faultsOf({ ...right, subjects: right.subjects.slice(1) })).not.toEqual([]);
    expect(faultsOf(right, { report: { ...report, subjectIds: ['PHYS'] } })).not.toEqual([]);
  });

  it('is right where two subjects have one title, in whichever order they come', () => {
    const alike = {
      ...facts,
      subjects: new Map([...facts.subjects.keys()].map((id) => [id, { title: 'Science', abbr: id }])),
    };
    const card = buildReportCard({ facts: alike, student, report, records });
    const turned = { ...card, subjects: card.subjects.toReversed() };
    for (const one of [card, turned])
      expect(findDifferentFigures({ card: one, layout: standardLayout, report, records }, alike)).toEqual([]);
    // Each has figures of the class of its own.
    const ofClass = { reports: [report], records, withCard: new Set([student.studentId]) };
    const [figured = card] = withClassFigures([card], new Set());
    expect(new Set(figured.subjects.map(({ ofClass: figures }) => figures?.highest)).size).toBe(2);
    const own = { card: figured, layout: withPlaces, report, records, ofClass };
    expect(findDifferentFigures(own, alike)).toEqual([]);
  });
});

describe('what a page shows', () => {
  const print = async (...cards: ReportCard[]) => {
    const printedAt = new Date(0);
    const posted = { school: sampleSchool, postedAt: printedAt, proof: null };
    return readPrintedFigures(
      await renderReportCards({
        school: sampleSchool,
        cards: cards.map((card) => ({ card, layout: standardLayout, posted })),
        printedAt,
      }),
    );
  };

  it('is read back, each card by itself', async () => {
    const other = { ...right, average: { ...right.average, text: '9.57' } };
    const [first, second] = await print(right, other);
    expect(first?.rows[2]).toEqual(['Mathematics', '16.6', '41', '57.6', '–', '2', '–', 'B', '']);
    expect(findDifferentPrint({ card: right, layout: standardLayout }, first)).toEqual([]);
    expect(findDifferentPrint({ card: other, layout: standardLayout }, second)).toEqual([]);
    expect(findDifferentPrint({ card: right, layout: standardLayout }, second)).toEqual([
      'Average of the report: the card has 60.2 %, its page shows 9.57 %.',
    ]);
  });

  it('differs where another figure is printed', async () => {
    const [page] = await print(withSubject('Mathematics', { total: '75.6', timesLate: null }));
    expect(findDifferentPrint({ card: right, layout: standardLayout }, page)).toEqual([
      'Total of Mathematics: the card has 57.6, its page shows 75.6.',
      'Late of Mathematics: the card has 2, its page shows nothing.',
    ]);
  });

  it('differs where two columns are printed for one another, or one is not', async () => {
    const [page] = await print(right);
    if (!page) throw new Error('the card has no page');
    const turned = page.rows.map(([first = '', course = '', exam = '', ...others]) => [first, exam, course, ...others]);
    const [head = []] = page.rows;
    const compare = (rows: string[][]) =>
      findDifferentPrint({ card: right, layout: standardLayout }, { ...page, rows });
    expect(compare([head, ...turned.slice(1)])).toHaveLength(4);
    expect(compare(turned)).toHaveLength(6);
    expect(compare(page.rows.map((row) => row.toSpliced(3, 1)))).toContain(
      'Total of Mathematics: the card has 57.6, its page shows nothing.',
    );
  });

  it('differs where a subject is not printed, and where there is no page', async () => {
    const [page] = await print({ ...right, subjects: right.subjects.slice(0, 1) });
    expect(findDifferentPrint({ card: right, layout: standardLayout }, page)).toEqual([
      'Mathematics is on the card, and not on its page.',
    ]);
    expect(findDifferentPrint({ card: right, layout: standardLayout }, undefined)).toEqual(['The card has no page.']);
  });

  it('is right where a title is broken within a word, has characters that do not print, or drawn accents', async () => {
    const [one] = right.subjects;
    if (!one) throw new Error('the card has no subject');
    const titles = ['Donaudampfschifffahrtsgesellschaftskapitänswitwenkunde', 'שלום', 'Franc\u0327ais', 'שלום'];
    const totals = ['11.1', '22.2', '33.3', '44.4'];
    const odd = { ...right, subjects: titles.map((title, n) => ({ ...one, title, total: totals[n] ?? null })) };
    const [page] = await print(odd);
    expect(findDifferentPrint({ card: odd, layout: standardLayout }, page)).toEqual([]);
    const [wrong] = await print({ ...odd, subjects: odd.subjects.toReversed() });
    expect(findDifferentPrint({ card: odd, layout: standardLayout }, wrong)).not.toEqual([]);
  });

  it('is right on two pages, with a title that another begins with', async () => {
    const titles = ['Art', 'Art and Design', ...Array.from({ length: 24 }, (_, n) => `Subject ${n}`)];
    const comment = 'Works well in class but should revise fractions and ratio before the examination. '.repeat(3);
    const [one] = right.subjects;
    if (!one) throw new Error('the card has no subject');
    const long = { ...right, subjects: titles.map((title) => ({ ...one, title, comment, teacher: 'Mr H. Ali' })) };
    const pages = await print(long, right);
    expect(pages).toHaveLength(2);
    expect(findDifferentPrint({ card: long, layout: standardLayout }, pages[0])).toEqual([]);
    expect(findDifferentPrint({ card: right, layout: standardLayout }, pages[1])).toEqual([]);
  });
});

it('finds nothing in classes that the product has computed and printed, of every form and term', {
  timeout: 60_000,
}, async () => {
  for (const [seed, { level, term }] of everyLevelAndTerm.entries()) {
    const stored = toStoredRecords(makeRandomClass(seed, { level, term }));
    const ofClass = { ...makeCardFacts({ school, subjects: stored.subjects }), leavers: new Set<string>() };
    const withCard = new Set(stored.reports.map(({ studentId }) => studentId));
    const contents = { reports: stored.reports, records: stored.records, withCard };
    const cards = stored.reports.map((ofStudent) => {
      const isOwn = ({ studentId }: { studentId: string }) => studentId === ofStudent.studentId;
      const own = stored.records.filter(isOwn);
      const [whose = student] = stored.students.filter(isOwn);
      return {
        card: buildReportCard({ facts: ofClass, student: whose, report: ofStudent, records: own }),
        layout: standardLayout,
        report: ofStudent,
        records: own,
        ofClass: contents,
      };
    });
    expect(await findCertainFaultsOfCards(cards, ofClass), `form ${level}, term ${term}`).toEqual(new Map());
  }
});

/** Not every function that posts may read the school's pictures. */
it('is seen without crest and signature of the layout', async () => {
  const layout: CardLayout = {
    ...standardLayout,
    crest: 'a'.repeat(64),
    front: standardLayout.front.map((row) =>
      row.map((block) =>
        block.block === 'signatures' ? { ...block, of: [{ post: 'principal', picture: 'b'.repeat(64) }] } : block,
      ),
    ),
  };
  expect(await findCertainFaultsOfCards([{ card: right, layout, report, records }], { ...facts, school })).toEqual(
    new Map(),
  );
});
