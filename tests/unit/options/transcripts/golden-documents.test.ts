import { describe, expect, it } from 'vitest';
import { printDocumentProof } from '#functions/options/signed-cards/proofs/printed-proof.ts';
import type { DocumentContent } from '#functions/options/transcripts/document-content.ts';
import { buildTermList } from '#functions/options/transcripts/lists/term-list.ts';
import { blankCardBlock, blankMarkListBlock } from '#functions/options/transcripts/print/blank-paper.ts';
import { renderOfficialPapers } from '#functions/options/transcripts/print/official-paper.ts';
import { renderListPdf } from '#functions/term-reports/report-cards/print/list-report.ts';
import { renderSchoolSheet } from '#functions/term-reports/report-cards/print/school-paper.ts';
import { cardSheets } from '#functions/term-reports/report-cards/print/styles.ts';
import { readTranscriptsSettings } from '#shared/options/transcripts/settings.ts';
import { canPaint, compareWithGolden } from '../../../support/files/golden-pictures.ts';
import { sampleSchool } from '../../../support/files/sample-report-cards.ts';

const titles = ['English Language', 'Information Technology', 'Mathematics', 'Physical Education', 'Visual Arts'];

const termOf = (year: number, term: 1 | 2 | 3, source: 'posted' | 'earlier'): DocumentContent['terms'][number] => ({
  year,
  term,
  title: `Term ${term}`,
  classId: source === 'posted' ? '4A' : null,
  average: source === 'posted' ? `6${term}.5` : null,
  source,
  postedOn: source === 'posted' ? `${year}-12-15` : null,
  code: source === 'posted' ? { text: 'K7QF2M9X4T', at: 'https://marks.northgate.example' } : null,
  subjects: titles.map((title, index) => ({
    title,
    mark: index === 1 && term === 2 ? null : `${50 + 7 * index + term}.0`,
    source: source === 'earlier' ? `Report book ${year}` : null,
  })),
  attendance: null,
});

const content: DocumentContent = {
  kind: 'transcript',
  school: sampleSchool,
  head: 'beside',
  paper: 'A4',
  principal: 'Patricia Persad',
  student: {
    id: '00123',
    name: 'Ramkissoon-Mohammed, Anastasia-Clementina',
    fullName: 'Anastasia-Clementina Ramkissoon-Mohammed',
    classId: '4A',
    dateOfBirth: '2008-05-17',
    enteredOn: '2019-09-02',
    leftOn: '2026-07-03',
  },
  terms: [],
  words: null,
};
const issuedAt = new Date('2026-11-30T02:00:00.000Z');
const words = 'She led the choir for two years.\n\nWe wish her well.';

const papers: [string, Partial<DocumentContent>, string | null][] = [
  [
    'transcript',
    { terms: [termOf(2019, 1, 'earlier'), ...([1, 2, 3] as const).map((term) => termOf(2024, term, 'posted'))] },
    '2026-0001',
  ],
  ['transcript-draft', { terms: [termOf(2024, 1, 'posted')], paper: 'Letter', head: 'centred' }, null],
  ['leaving-certificate', { kind: 'leaving certificate', words }, '2026-0002'],
  ['testimonial', { kind: 'testimonial', words }, '2026-0003'],
];

const students = ['Ali, Zoë', 'Baptiste, Ian', 'Ramkissoon-Mohammed, Anastasia-Clementina'].map((name, index) => ({
  id: `0012${index}`,
  name,
}));
const sheet = { school: sampleSchool, printedAt: issuedAt, sheet: cardSheets.A4, head: 'beside' as const };
const settings = readTranscriptsSettings({});

describe.skipIf(!canPaint)('a document of the option looks as its golden picture', () => {
  it.each(papers)('%s', (name, change, number) => {
    const bytes = renderOfficialPapers([{ content: { ...content, ...change }, number, issuedAt }]);
    expect(compareWithGolden(bytes, new URL(`golden/${name}`, import.meta.url))).toEqual([]);
  });

  it.each(['transcript', 'testimonial'] as const)('%s that is signed', (kind) => {
    const terms = kind === 'transcript' ? ([1, 2, 3] as const).map((term) => termOf(2024, term, 'posted')) : [];
    const proof = printDocumentProof({
      studentId: '00123',
      number: '2026-0004',
      code: 'K7QF2M9X4T',
      signed: '{}',
      signedFor: 'https://marks.northgate.example',
    });
    const bytes = renderOfficialPapers([
      {
        content: { ...content, kind, terms, words: kind === 'testimonial' ? words : null },
        number: '2026-0004',
        issuedAt,
        proof,
      },
    ]);
    expect(compareWithGolden(bytes, new URL(`golden/signed-${kind}`, import.meta.url))).toEqual([]);
  });

  it.each(['merit', 'honours', 'prizes'] as const)('list of %s', (list) => {
    const posted = students.map((student, index) => ({
      ...student,
      classId: '4A',
      formLevel: 4,
      average: `${91 - 8 * index}.0`,
      totals: new Map(titles.map((title, at) => [title, `${88 - 5 * index - at}.0`])),
    }));
    const asked = { list, subject: undefined, scope: 'Class 4A', period: 'Term 1, 2025-2026', settings };
    const report = buildTermList(posted, { ...asked, figures: 'as printed' });
    const bytes = renderListPdf({ school: sampleSchool, report, printedAt: issuedAt });
    expect(compareWithGolden(bytes, new URL(`golden/list-of-${list}`, import.meta.url))).toEqual([]);
  });

  it('blank mark list and blank card', () => {
    const list = renderSchoolSheet({
      ...sheet,
      title: 'Mark list',
      about: 'Class 4A',
      parts: [{ bookmark: 'List', note: null, body: (style, width) => blankMarkListBlock(students, { style, width }) }],
    });
    expect(compareWithGolden(list, new URL('golden/blank-mark-list', import.meta.url))).toEqual([]);
    const [student = { id: '', name: '' }] = students;
    const card = renderSchoolSheet({
      ...sheet,
      title: 'Term report',
      about: 'Class 4A',
      parts: [
        { bookmark: student.name, note: null, body: (style, width) => blankCardBlock(student, { style, width }) },
      ],
    });
    expect(compareWithGolden(card, new URL('golden/blank-card', import.meta.url))).toEqual([]);
  });
});
