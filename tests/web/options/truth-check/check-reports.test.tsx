import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { truthCheckContract } from '#shared/options/truth-check/contract.ts';
import { certificateTitle } from '#shared/options/truth-check/menu-wordings.ts';
import { findingWordings as wordings } from '#shared/options/truth-check/wordings.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { type ContractServer, startContractServer } from '../../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea } from '../../page.tsx';
import { answerAdmin } from '../../session-answers.ts';

freshPageForEachTest();
const { countFindings, listFindings, dismissFinding, restoreFinding } = truthCheckContract;
type Finding = Output<typeof listFindings>['findings'][number];

const slip: Finding = {
  finding: 'slip'.padEnd(22, 'x'),
  rule: 'wrongPronoun',
  student_id: 'S01',
  name: 'Ali, Zoe',
  subject_id: 'MATH',
  title: 'Mathematics',
  cell: 'MATH/comment',
  text: '“he” does not go with this student.',
  dismissed: null,
};
const wrong: Finding = {
  ...slip,
  finding: 'wrong'.padEnd(22, 'x'),
  rule: 'certain',
  subject_id: null,
  title: null,
  cell: null,
  text: 'Average: the card has 57.7, computed again it is 57.6.',
};

let server: ContractServer;
let findings: Finding[];
beforeEach(() => {
  server = startContractServer();
  server.school.options = ['truth-check'];
  answerAdmin(server, 'Admin', ['completeness', 'termReports']);
  findings = [wrong, slip];
  const counts = { class_id: '1A', form_level: 1, reports: 6, certain: 1, improbable: 1, dismissed: 0 };
  server.on(countFindings, ({ form_level }) => ({ classes: form_level === 1 ? [counts] : [] }));
  server.on(listFindings, () => ({ reports: 6, findings }));
  server.on(dismissFinding, ({ reason }) => {
    findings = [wrong, { ...slip, dismissed: { reason, by: 'Ada Office', at: '2025-10-01T11:50:00.000Z' } }];
    return { ok: true as const };
  });
  server.on(restoreFinding, () => {
    findings = [wrong, slip];
    return { ok: true as const };
  });
});

const part = (name: string) => screen.findByRole('region', { name });

describe('the check of reports', () => {
  it('lists the classes with what is found in each, and opens one', async () => {
    await openArea('/admin/dashboard/check-reports');
    const row = await screen.findByRole('row', { name: /1A/ });
    expect(row.textContent).toMatch(/1A.*6.*1.*1.*0/);
    fireEvent.click(within(row).getByRole('button', { name: /1A/ }));
    await part(wordings.certain);
  });

  it('shows the classes in their order while the check goes on, and says how far it is', async () => {
    const counts = { reports: 6, certain: 0, improbable: 0, dismissed: 0 };
    let answerFirst = () => {};
    const first = new Promise<void>((answer) => {
      answerFirst = answer;
    });
    server.on(countFindings, async ({ form_level = 0 }) => {
      if (form_level === 1) await first;
      return { classes: [{ ...counts, class_id: `${form_level}A`, form_level }] };
    });
    await openArea('/admin/dashboard/check-reports');
    await screen.findByText('0 of 7 forms are checked.');
    await new Promise((done) => setTimeout(done, 100));
    expect(screen.queryAllByRole('row', { name: /A/ })).toEqual([]);
    answerFirst();
    await waitFor(() =>
      expect(screen.getAllByRole('row', { name: /\dA/ }).map((row) => row.textContent?.slice(0, 2))).toEqual([
        '1A',
        '2A',
        '3A',
        '4A',
        '5A',
        '6A',
        '7A',
      ]),
    );
    expect(screen.queryByText(/forms are checked/)).toBeNull();
  });

  it('leads from a finding to its field', async () => {
    await openArea('/admin/dashboard/check-reports?class=1A');
    const link = within(await part(wordings.improbable)).getByRole('link');
    expect(link.textContent).toBe('Ali, Zoe (S01), Mathematics');
    expect(link.getAttribute('href')).toContain('/admin/dashboard/term-details/1A/S01?field=MATH%2Fcomment');
  });

  it('dismisses what is improbable with a reason, and nothing that cannot be right', async () => {
    await openArea('/admin/dashboard/check-reports?class=1A');
    expect(within(await part(wordings.certain)).queryByRole('button')).toBeNull();
    fireEvent.click(within(await part(wordings.improbable)).getByRole('button', { name: 'Dismiss' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Ali, Zoe (S01), Mathematics: “he” does not go with this student.');
    fireEvent.change(within(dialog).getByRole('textbox'), { target: { value: 'It is about his brother.' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Dismiss' }));
    const dismissed = await part(wordings.dismissed);
    expect(dismissed.textContent).toContain('“It is about his brother.” Ada Office');
    fireEvent.click(within(dismissed).getByRole('button', { name: 'List again' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: wordings.dismissed })).toBeNull());
    await part(wordings.improbable);
  });

  it('has the certificate of a term that is posted, and of no other', async () => {
    const { readPostingState } = termReportsContract;
    answerAdmin(server, 'Admin', ['completeness', 'postReports']);
    const of = { year: 2025, term: 1 as const, title: 'Term 1', run: null };
    server.on(readPostingState, () => [{ ...of, posted: 0 as const, date_posted: null }]);
    await openArea('/admin/dashboard/check-reports');
    await screen.findByRole('row', { name: /1A/ });
    await waitFor(() => expect(server.callsOf(readPostingState)).toHaveLength(1));
    expect(screen.queryByRole('button', { name: certificateTitle })).toBeNull();
    server.on(readPostingState, () => [{ ...of, posted: 1 as const, date_posted: '2025-12-12 09:00:00' }]);
    await openArea('/admin/dashboard/check-reports');
    await screen.findByRole('button', { name: certificateTitle });
  });

  it('has no line in the menu of a school without it', async () => {
    server.school.options = [];
    await openArea('/admin/dashboard/completeness');
    await screen.findByRole('link', { name: /Completeness/ });
    expect(screen.queryByRole('link', { name: /Check Reports/ })).toBeNull();
  });
});
