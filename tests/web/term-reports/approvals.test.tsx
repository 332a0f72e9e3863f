import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Approval } from '#shared/accounts/approvals/approval-calls.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { approvalScreenWordings } from '../../../web/approvals/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, watchNavigation } from '../page.tsx';
import { answerAdmin, okAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

const { listApprovals, readPromotionStatus, refuseApproval, withdrawApproval } = termsContract;
const { askToPost, listPostingChanges, checkPosting, postTermReports, readPostingState } = termReportsContract;

const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
const waiting: Approval = {
  ...{ id, act: 'post', year: 2025, term: 2, count: 2, state: 'waiting', is_own: false, asked_by: 'Ada Office' },
  ...{ asked_at: '2026-03-27T14:05:00.000Z', until: '2026-03-28T14:05:00.000Z', answered_by: null, reason: null },
  why_not: null,
};
const own: Approval = { ...waiting, is_own: true };
const lacking = (student_id: string) => ({
  ...{ student_id, name: 'Ali, Zoe', class_id: '1A', missing_marks: ['Mathematics'], missing_remarks: [] },
  text_problems: [],
});
const posted = {
  ...{ rows_processed: 60, total_rows: 60, state: 'finished' as const, posted: 1 as const },
  ...{ date_posted: '2026-03-27 12:00:00', problem: null, left: [], begun_by: 'Maureen O’Brien', renewed: null },
};
let stored: Approval[];

beforeEach(() => {
  server = startContractServer();
  server.school.heavyActs = 'second-administrator';
  watchNavigation();
  answerAdmin(server, 'Admin', ['postReports', 'promotion']);
  stored = [];
  server.on(listApprovals, () => stored);
  server.on(readPostingState, () => [
    { year: 2025, term: 2 as const, title: 'Term 2', posted: 0 as const, date_posted: null, run: null },
    {
      year: 2025,
      term: 1 as const,
      title: 'Term 1',
      posted: 1 as const,
      date_posted: '2025-12-12 14:05:00',
      run: null,
    },
  ]);
  server.on(checkPosting, () => ({ reports: 60, students: [lacking('S1'), lacking('S2')], set_tighter: [] }));
  server.on(listPostingChanges, () => ({ reports: 60, students: [] }));
});

async function openTerm(term: 1 | 2) {
  await openArea(`/admin/dashboard/post-reports?edit=2025-${term}`);
  return screen.findByRole('alertdialog', { name: new RegExp(`2025-2026 Term ${term}`) });
}
const findButton = (dialog: HTMLElement, name: string) =>
  within(dialog).findByRole<HTMLButtonElement>('button', { name });

describe('where the school wants a second administrator', () => {
  it('posting what is incomplete is asked for, shown while it waits, and withdrawn', async () => {
    server.on(askToPost, () => {
      stored = [own];
      return okAnswer;
    });
    server.on(withdrawApproval, () => {
      stored = [{ ...own, state: 'withdrawn' }];
      return okAnswer;
    });
    const dialog = await openTerm(2);
    fireEvent.click(await findButton(dialog, approvalScreenWordings.askForApproval));
    await within(dialog).findByText(/It waits for another administrator until 28-Mar-2026/);
    expect(server.callsOf(askToPost)[0]?.input).toEqual({
      ...{ year: 2025, term: 2, posted: 1, date_posted: null, confirm: 2 },
    });
    expect((await findButton(dialog, 'Yes')).disabled).toBe(true);
    fireEvent.click(await findButton(dialog, 'Withdraw'));
    await findButton(dialog, approvalScreenWordings.askForApproval);
    expect(server.callsOf(withdrawApproval)[0]?.input).toEqual({ id });
    expect(server.callsOf(postTermReports)).toEqual([]);
  });

  it('what waits is counted in the menu and named on the screen, which leads to it', async () => {
    stored = [waiting, { ...own, id: '6b1f2c1e-5d1c-4f0e-9a57-2f7f3f1f9c11', act: 'remove', term: 1 }];
    await openArea('/admin/dashboard/post-reports');
    await screen.findByRole('link', { name: /^Post Term Reports 1 act waits for your approval$/ });
    const told = await screen.findByText(/^Post 2025-2026 Term 2 reports$/);
    expect(told.parentElement?.textContent).toMatch(
      /Ada Office has asked for this, .+ 2 reports without marks or remarks will be posted as they are\.$/,
    );
    fireEvent.click(screen.getByRole('button', { name: approvalScreenWordings.lookAndAnswer }));
    await screen.findByRole('alertdialog', { name: 'Post 2025-2026 Term 2 reports?' });
  });

  it('another administrator approves what is as it was without typing anything', async () => {
    stored = [waiting];
    server.on(postTermReports, () => posted);
    const dialog = await openTerm(2);
    fireEvent.click(await findButton(dialog, 'Approve'));
    await screen.findByText('2025-2026 Term 2 reports posted');
    expect(server.callsOf(postTermReports)[0]?.input).toMatchObject({ posted: 1, confirm: 2, approval: id });
  });

  it('an administrator who depends on the one who asked sees why, may only refuse, and gets no badge', async () => {
    const why_not = 'You cannot approve this: in the last 7 days Ada Office made your account.';
    stored = [{ ...waiting, why_not }];
    const dialog = await openTerm(2);
    expect(await within(dialog).findByText(why_not)).toBeDefined();
    expect((await findButton(dialog, 'Approve')).disabled).toBe(true);
    expect((await findButton(dialog, 'Refuse')).disabled).toBe(false);
    expect(screen.queryByText(/waits? for your approval/)).toBeNull();
  });

  it('but types the number of now where it has changed since', async () => {
    stored = [{ ...waiting, count: 1 }];
    server.on(postTermReports, () => posted);
    const dialog = await openTerm(2);
    const approve = await findButton(dialog, 'Approve');
    expect(approve.disabled).toBe(true);
    fireEvent.change(await within(dialog).findByLabelText('Type 2 to confirm'), { target: { value: '2' } });
    fireEvent.click(approve);
    await waitFor(() => expect(server.callsOf(postTermReports)[0]?.input).toMatchObject({ confirm: 2, approval: id }));
  });

  it('another administrator refuses with a reason', async () => {
    stored = [waiting];
    server.on(refuseApproval, () => {
      stored = [];
      return okAnswer;
    });
    const dialog = await openTerm(2);
    fireEvent.click(await findButton(dialog, 'Refuse'));
    const field = await within(dialog).findByLabelText(approvalScreenWordings.whyItIsRefused);
    expect((await findButton(dialog, 'Refuse')).disabled).toBe(true);
    fireEvent.change(field, { target: { value: ' Marks come tomorrow. ' } });
    fireEvent.click(await findButton(dialog, 'Refuse'));
    await findButton(dialog, approvalScreenWordings.askForApproval);
    expect(server.callsOf(refuseApproval)[0]?.input).toEqual({ id, reason: 'Marks come tomorrow.' });
  });

  it('a removal that somebody asks for is what the window shows', async () => {
    stored = [{ ...waiting, act: 'remove', term: 1, count: 60 }];
    server.on(postTermReports, () => ({ ...posted, posted: 0 as const, date_posted: null }));
    const dialog = await openTerm(1);
    await within(dialog).findByText(/Parents will no longer see the 60 reports of this term\./);
    const approve = await findButton(dialog, 'Approve');
    await waitFor(() => expect(approve.disabled).toBe(false));
    fireEvent.click(approve);
    await waitFor(() =>
      expect(server.callsOf(postTermReports)[0]?.input).toMatchObject({ posted: 0, confirm: 60, approval: id }),
    );
  });

  it('promotion before Term 3 waits for another administrator too', async () => {
    const classes = [{ class_id: '1A', next_class_id: '2A', promoted: 30, leaving: 0, elsewhere: 0, repeaters: 2 }];
    server.on(readPromotionStatus, () => ({
      ...{
        academic_year_id: '20252026',
        term: 1 as const,
        is_early: true,
        term_ends: null,
        promotion: null,
        undo: null,
        classes,
      },
      plan: { decided: 0, outdated: 0 },
    }));
    server.on(termsContract.startPromotion, () => ({
      ...{ rows_processed: 30, total_rows: 30, state: 'finished' as const, left: [] },
    }));
    stored = [{ ...waiting, act: 'promote', term: 1, count: 30 }];
    await openArea('/admin/dashboard/post-reports');
    fireEvent.click(await screen.findByRole('button', { name: /^Promotion 1/ }));
    const dialog = await screen.findByRole('dialog', { name: 'Promotion' });
    await within(dialog).findByText(/30 students will be promoted or leave, though the year is not over\./);
    fireEvent.click(await findButton(dialog, 'Approve'));
    await within(dialog).findByText(/Promotion Successful\./);
    expect(server.callsOf(termsContract.startPromotion)[0]?.input).toEqual({ confirm: 30, approval: id });
  });
});
