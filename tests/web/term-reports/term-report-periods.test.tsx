import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerTeacher, periodAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const onRecord = (academic_year_id: string, term: 1 | 2 | 3) => ({
  academic_year_id,
  term,
  new_term_beginning: null,
  date_start: null,
  date_end: null,
  closed: null,
});

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerTeacher(server);
  server.on(termsContract.readTermOverview, () => ({
    ...periodAnswer,
    current_term: { academic_year_id: '20252026', term: 2 as const, title: 'Term 2' },
    terms_archive: [
      onRecord('20262027', 1),
      ...([3, 2, 1] as const).map((term) => onRecord('20252026', term)),
      ...([3, 1] as const).map((term) => onRecord('20242025', term)),
    ],
  }));
  // 3A today, 2A the year before.
  server.on(termReportsContract.listClassesWithReports, ({ year }) => [
    { id: String(year) === '2024' ? '2A' : '3A', form_level: 3, as: 'form teacher' as const },
  ]);
  server.on(termReportsContract.printPostedReport, () => ({
    posted: 0 as const,
    date_posted: null,
    reason: null,
    changed: [],
  }));
  server.on(termReportsContract.listReportSubjects, () => []);
  server.on(termReportsContract.listCoCurriculars, () => []);
  server.on(termReportsContract.readClassTermReports, ({ class_id, year, term }) => ({
    class_id,
    form_level: 3,
    year: Number(year),
    term: Number(term) as 1 | 2 | 3,
    is_music_class: false,
    is_posted: false,
    data: [],
    posts: ['form teacher' as const],
    subject_weightings: { course: null, exam: { max: 100, weight: 100 } },
  }));
});

const choicesOf = async (label: string) => {
  fireEvent.click(await screen.findByRole('combobox', { name: label }));
  const options = within(await screen.findByRole('listbox')).getAllByRole('option');
  return options.map(({ textContent }) => textContent);
};
const asked = () => server.callsOf(termReportsContract.readClassTermReports).map(({ input }) => input);

describe('the choice of year and term', () => {
  it.each([
    ['the years on record, newest first, and none to come', '', 'Academic Year', ['2025-2026', '2024-2025']],
    ['this year’s terms up to the current one', '', 'Term', ['Term 1', 'Term 2']],
    ['a past year’s terms on record', '?year=2024&term=1', 'Term', ['Term 1', 'Term 3']],
  ])('offers %s', async (_what, query, label, choices) => {
    await openArea(`/term-reports/view-reports${query}`);
    expect(await choicesOf(label)).toEqual(choices);
  });

  it.each([
    { address: 'class=3A', shown: 'Term 2, 2025-2026', input: { class_id: '3A', year: 2025, term: 2 } },
    {
      address: 'class=2A&year=2024&term=1',
      shown: 'Term 1, 2024-2025',
      input: { class_id: '2A', year: 2024, term: 1 },
    },
    // Without a term the last one of the year; for a year or term that is not on record the current one.
    { address: 'class=2A&year=2024', shown: 'Term 3, 2024-2025', input: { class_id: '2A', year: 2024, term: 3 } },
    {
      address: 'class=3A&year=2026&term=1',
      shown: 'Term 1, 2025-2026',
      input: { class_id: '3A', year: 2025, term: 1 },
    },
  ])('opens $address', async ({ address, shown, input }) => {
    await openArea(`/term-reports/view-reports?${address}`);
    await screen.findByText(shown);
    expect(asked()).toEqual([input]);
  });

  it('shows the classes of the year where the one in the address is not among them', async () => {
    await openArea('/term-reports/view-reports?class=3A&year=2024&term=3');
    await screen.findByRole('button', { name: /2A/ });
    expect(asked()).toEqual([]);
  });
});
