import { beforeAll, expect, it, vi } from 'vitest';
import { toReportPage } from '#functions/options/families/reports/report-page.ts';
import { familiesContract } from '#shared/options/families/contract.ts';
import { standardLayout } from '#shared/term-reports/layouts/shipped-layouts.ts';
import { makeSampleReportCard, sampleSchool } from '../../../support/files/sample-report-cards.ts';

beforeAll(() => {
  vi.stubEnv('SCHOOL_FILE', new URL('../../../../infra/schools/demo.json', import.meta.url).pathname);
});

it('shows of a subject what families are shown, and nothing else that its card holds', () => {
  const card = makeSampleReportCard(1);
  const [first] = card.subjects;
  if (!first) throw new Error('The card has subjects');
  const page = toReportPage({
    year: 2025,
    term: 3,
    version: 1,
    school: sampleSchool,
    card: { ...card, subjects: [{ ...first, id: 'MATH', ofClass: { average: '61.0', highest: '88.0', place: 3 } }] },
    layout: standardLayout,
    postedAt: new Date('2026-07-03T12:00:00Z'),
    reason: null,
    hadLeft: false,
    proof: null,
  });
  expect(familiesContract.readMyReport.output().parse(page)).toEqual(page);
  expect(page.subjects).toHaveLength(1);
});
