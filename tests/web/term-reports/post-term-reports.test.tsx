import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Output } from '#shared/http/contract.ts';
import { termsContract } from '#shared/school/contract.ts';
import { termReportsContract } from '#shared/term-reports/contract.ts';
import { postingWordings, termReportWordings } from '#shared/term-reports/wordings.ts';
import { type ContractServer, startContractServer } from '../../support/school/contract-server.ts';
import { freshPageForEachTest, openArea, storeBegunRun, waitForRequests, watchNavigation } from '../page.tsx';
import { answerAdmin, periodAnswer } from '../session-answers.ts';

freshPageForEachTest();
let server: ContractServer;

type Term = Output<typeof termReportsContract.readPostingState>[number];
type Answer = Output<typeof termReportsContract.postTermReports>;

const notPosted: Term = { year: 2025, term: 2, title: 'Term 2', posted: 0, date_posted: null, run: null };
const posted: Term = { ...notPosted, term: 1, title: 'Term 1', posted: 1, date_posted: '2025-12-12 14:05:00' };
const answer: Answer = {
  rows_processed: 60,
  total_rows: 60,
  state: 'finished',
  posted: 1,
  date_posted: '2026-03-27 12:00:00',
  problem: null,
  left: [],
  begun_by: 'Maureen O’Brien',
  renewed: null,
};
const running: Answer = { ...answer, rows_processed: 15, state: 'running', posted: 0, date_posted: null };
const lacking = {
  student_id: 'S1',
  name: 'Ali, Zoe',
  class_id: '1A',
  missing_marks: ['Mathematics'],
  missing_remarks: ['Dean’s remarks'],
  text_problems: ['Music: 300 characters'],
};
const left = [{ student_id: 'S9', name: 'Bose, Ann', reason: termReportWordings.recordDamaged }];

beforeEach(() => {
  server = startContractServer();
  watchNavigation();
  answerAdmin(server, 'Admin', ['postReports']);
  server.on(termReportsContract.readPostingState, () => [notPosted, posted]);
  checked({ reports: 60, students: [], wrong_figures: [], set_tighter: [] });
  server.on(termReportsContract.listPostingChanges, () => ({ reports: 60, students: [] }));
  server.on(termReportsContract.postTermReports, () => answer);
});

/** What the first form lacks; the others have no reports. */
const checked = (result: Output<typeof termReportsContract.checkPosting>) =>
  server.on(termReportsContract.checkPosting, ({ form_level }) =>
    form_level === 1 ? result : { reports: 0, students: [], wrong_figures: [], set_tighter: [] },
  );

async function openTerm(term: 1 | 2) {
  await openArea('/admin/dashboard/post-reports');
  fireEvent.click(await screen.findByRole('button', { name: `Edit: 2025-2026 Term ${term}` }));
  const dialog = await screen.findByRole('alertdialog', { name: new RegExp(`2025-2026 Term ${term}`) });
  // Yes and No wait for what they rest on.
  const asked = term === 1 ? termReportsContract.listPostingChanges : termReportsContract.checkPosting;
  await waitFor(() => expect(server.callsOf(asked)).not.toEqual([]));
  await waitForRequests();
  return dialog;
}
const button = (dialog: HTMLElement, name: string) => within(dialog).getByRole<HTMLButtonElement>('button', { name });
const press = (dialog: HTMLElement, name: string) => fireEvent.click(button(dialog, name));
const sent = () => server.callsOf(termReportsContract.postTermReports);
const closed = () => waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());

describe('the question whether to post', () => {
  it('says that attendance goes on, until when, and what the posted reports keep', async () => {
    server.on(termsContract.readTermOverview, () => ({
      ...periodAnswer,
      terms_archive: [
        {
          academic_year_id: '20252026',
          term: 2 as const,
          new_term_beginning: null,
          closed: null,
          date_start: '2026-01-05',
          date_end: '2026-03-27',
          attendance: { closed: null, until: '2026-04-10' },
        },
      ],
    }));
    const dialog = await openTerm(2);
    await within(dialog).findByText(
      'Its attendance stays open until 10-Apr-2026: register, corrections and scans go on. Posted reports keep the times absent and late that they have now.',
    );
  });

  it('comes with the check: how many reports lack what, and each student', async () => {
    checked({ reports: 60, students: [lacking], wrong_figures: [], set_tighter: [] });
    const dialog = await openTerm(2);
    await within(dialog).findByText(
      /^1 of 60 reports are not complete: 1 with missing marks, 1 with missing remarks, 1 with text that does not fit/,
    );
    const [student] = within(dialog).getAllByRole('listitem');
    expect(student?.textContent).toBe('Ali, Zoe, 1AMarks: MathematicsRemarks: Dean’s remarksMusic: 300 characters');
    expect(server.callsOf(termReportsContract.checkPosting).map(({ input }) => input)).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((form_level) => ({ year: 2025, term: 2, form_level })),
    );
  });

  it.each([
    [{ reports: 60, students: [], wrong_figures: [], set_tighter: [] }, 'All 60 reports are complete.'],
    [{ reports: 0, students: [], wrong_figures: [], set_tighter: [] }, 'Nobody is registered for this term.'],
    [
      {
        reports: 60,
        students: [],
        wrong_figures: [],
        set_tighter: [{ student_id: 'S1', name: 'Ali, Zoe', class_id: '1A' }],
      },
      '1 report is a few lines too long and is set tighter to stay on one page.',
    ],
    [
      {
        reports: 60,
        students: [],
        wrong_figures: [],
        set_tighter: [],
        unsigned: [
          { class_id: '1A', reports: 30, unsigned: 30 },
          { class_id: '1B', reports: 30, unsigned: 2 },
        ],
      },
      '32 reports are not signed by all: 1A, 1B (2 of 30). They can be posted, without pictures of signatures that are missing.',
    ],
    [{ reports: 60, students: [], wrong_figures: [], set_tighter: [], unsigned: [] }, 'All reports are signed.'],
  ])('says of %o: %s', async (result, text) => {
    checked(result);
    await within(await openTerm(2)).findByText(text);
  });

  it('names the reports that would stop it, with what differs', async () => {
    const figures = ['Total of Mathematics: the card has 57.7, computed again it is 57.6.'];
    const wrong = { student_id: 'S1', name: 'Ali, Zoe', class_id: '1A', figures };
    checked({ reports: 60, students: [], wrong_figures: [wrong], set_tighter: [] });
    const dialog = await openTerm(2);
    await within(dialog).findByText(/^1 report has a figure that cannot be right, and would stop the posting/);
    const list = within(dialog).getByRole('region', { name: 'Reports with a figure that cannot be right' });
    expect(within(list).getByRole('listitem').textContent).toBe(`Ali, Zoe, 1A${figures}`);
  });

  it('follows a posting that an earlier page began under its own key, and begins nothing', async () => {
    await storeBegunRun('posting/2025/2', { year: 2025, term: 2, title: 'Term 2', posted: 1, date_posted: null });
    server.on(termReportsContract.postTermReports, () => (sent().length === 1 ? running : answer));
    await openArea('/admin/dashboard/post-reports?edit=2025-2');
    await screen.findByText('15 of 60');
    expect(screen.getByText(/^1:\d\d$/)).toBeTruthy();
    await screen.findByText('2025-2026 Term 2 reports posted');
    const keys = server
      .callsOf(termReportsContract.postTermReports)
      .map(({ headers }) => headers.get('idempotency-key'));
    expect(new Set(keys)).toEqual(new Set(['key-of-before']));
    await closed();
  });

  it('posts with Yes under one key, says so while it goes on and at the end, and shows it in the table', async () => {
    server.on(termReportsContract.postTermReports, () => (sent().length === 1 ? running : answer));
    const dialog = await openTerm(2);
    expect(button(dialog, 'No').disabled).toBe(true);
    await within(dialog).findByText(postingWordings.nothingToRemove);
    server.on(termReportsContract.readPostingState, () => [
      { ...notPosted, posted: 1 as const, date_posted: answer.date_posted },
    ]);
    press(dialog, 'Yes');
    await within(dialog).findByText('Posting reports please stand by');
    await within(dialog).findByText('15 of 60');
    expect(within(dialog).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('25');
    expect([button(dialog, 'Cancel').disabled, button(dialog, 'No').disabled]).toEqual([true, true]);
    await screen.findByText('2025-2026 Term 2 reports posted');
    await closed();
    await screen.findByText('27-Mar-2026 12:00');
    expect(sent().map(({ input }) => input)).toEqual(
      Array(2).fill({ year: 2025, term: 2, title: 'Term 2', posted: 1, date_posted: null }),
    );
    expect(new Set(sent().map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  it('names the reports that could not be posted, and stays open for it', async () => {
    server.on(termReportsContract.postTermReports, () => ({ ...answer, left }));
    const dialog = await openTerm(2);
    press(dialog, 'Yes');
    await within(dialog).findByText(postingWordings.othersPosted);
    expect(within(dialog).getByRole('listitem').textContent).toBe(`Bose, Ann (S9) ${termReportWordings.recordDamaged}`);
    press(dialog, 'Close');
    await closed();
  });

  it('says why nothing is posted, and names the records, where a run was given up', async () => {
    const problem = 'Nothing is posted.';
    server.on(termReportsContract.postTermReports, () => ({ ...running, state: 'failed' as const, problem, left }));
    const dialog = await openTerm(2);
    press(dialog, 'Yes');
    expect((await within(dialog).findByRole('alert')).textContent).toBe(problem);
    expect(within(dialog).getByRole('listitem').textContent).toMatch(/^Bose, Ann/);
    expect(screen.queryByText(/All other reports are posted/)).toBeNull();
    expect(within(dialog).getByRole('button', { name: 'Yes' })).toBeTruthy();
  });
});

describe('a run that this page does not follow', () => {
  const run = {
    rows_processed: 15,
    total_rows: 60,
    state: 'running' as const,
    ended_at: null,
    started_by: 'Sam Second',
    started_at: '2026-03-27T12:00:00.000Z',
  };

  it('shows above the table, in it and in its window, which begins no other', async () => {
    server.on(termReportsContract.readPostingState, () => [{ ...notPosted, run }]);
    await openArea('/admin/dashboard/post-reports');
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: 2025-2026 Term 2' }));
    const dialog = await screen.findByRole('alertdialog', { name: /2025-2026 Term 2/ });
    await within(dialog).findByText('15 of 60');
    within(dialog).getByText(/^Begun by Sam Second\./);
    expect([button(dialog, 'No').disabled, button(dialog, 'Cancel').disabled]).toEqual([true, false]);
    press(dialog, 'Cancel');
    await closed();
    screen.getByText('Being posted');
    expect(screen.getAllByRole('progressbar')).toHaveLength(1);
    expect(sent()).toEqual([]);
  });

  it('is found again after the connection was lost, and its end is said', async () => {
    server.on(termReportsContract.postTermReports, () => Response.error() as never);
    const dialog = await openTerm(2);
    let isOver = false;
    server.on(termReportsContract.readPostingState, () => [
      isOver ? { ...notPosted, posted: 1 as const, date_posted: answer.date_posted } : { ...notPosted, run },
    ]);
    press(dialog, 'Yes');
    await within(dialog).findByText('15 of 60');
    expect(within(dialog).queryByRole('alert')).toBeNull();
    press(dialog, 'Cancel');
    await closed();
    isOver = true;
    await screen.findByText('2025-2026 Term 2 reports posted');
    await screen.findByText('27-Mar-2026 12:00');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('says that it stopped', async () => {
    server.on(termReportsContract.readPostingState, () => [
      { ...notPosted, run: { ...run, state: 'failed' as const } },
    ]);
    await openArea('/admin/dashboard/post-reports');
    await screen.findByText(/^The posting of 2025-2026 Term 2 stopped after 15 of 60 reports/);
  });
});

it('offers no Yes while nobody is registered', async () => {
  checked({ reports: 0, students: [], wrong_figures: [], set_tighter: [] });
  const dialog = await openTerm(2);
  await within(dialog).findByText(termReportWordings.noneRegistered);
  expect(button(dialog, 'Yes').disabled).toBe(true);
});

describe('a number must be typed to confirm', () => {
  const type = (dialog: HTMLElement, count: number, typed: string) =>
    fireEvent.change(within(dialog).getByRole('textbox', { name: `Type ${count} to confirm` }), {
      target: { value: typed },
    });

  it('posting reports that lack marks or remarks', async () => {
    const onlyText = { ...lacking, student_id: 'S2', missing_marks: [], missing_remarks: [] };
    const students = [lacking, onlyText];
    checked({ reports: 60, students, wrong_figures: [], set_tighter: [] });
    const dialog = await openTerm(2);
    expect(button(dialog, 'Yes').disabled).toBe(true);
    type(dialog, 1, '2');
    expect(button(dialog, 'Yes').disabled).toBe(true);
    type(dialog, 1, '1');
    press(dialog, 'Yes');
    await waitFor(() => expect(sent()[0]?.input).toMatchObject({ posted: 1, confirm: 1 }));
  });

  it('removing a posting', async () => {
    const dialog = await openTerm(1);
    press(dialog, 'No, remove posting');
    await screen.findByRole('alertdialog', { name: 'Remove the posting of 2025-2026 Term 1?' });
    expect(button(dialog, 'Remove posting').disabled).toBe(true);
    type(dialog, 60, '60');
    server.on(termReportsContract.postTermReports, () => ({ ...answer, posted: 0 as const, date_posted: null }));
    press(dialog, 'Remove posting');
    await screen.findByText('2025-2026 Term 1 reports removed');
    expect(sent()[0]?.input).toMatchObject({ posted: 0, confirm: 60 });
  });
});

describe('a term that is posted', () => {
  const changed = {
    student_id: 'S1',
    name: 'Ali, Zoe',
    class_id: '1A',
    incomplete: false,
    changed: ['Mathematics', 'Attendance'],
  };

  it('shows what has changed since, and Post again brings it to parents and says whose it was', async () => {
    server.on(termReportsContract.listPostingChanges, () => ({ reports: 60, students: [changed] }));
    const renewed = [{ student_id: 'S1', name: 'Ali, Zoe' }];
    server.on(termReportsContract.postTermReports, () => ({ ...answer, renewed }));
    const dialog = await openTerm(1);
    await within(dialog).findByText('1 report has changed since.');
    expect(within(dialog).getByRole('listitem').textContent).toBe('Ali, Zoe, 1AMathematics, Attendance');
    press(dialog, 'Post again');
    await screen.findByText('1 report of 2025-2026 Term 1 posted again');
    await within(dialog).findByText(/^Parents see these reports as they are now/);
    expect(within(dialog).getByRole('listitem').textContent).toBe('Ali, Zoe (S1)');
    expect(sent()[0]?.input).toMatchObject({ posted: 1, date_posted: posted.date_posted });
    press(dialog, 'Close');
    await closed();
  });

  it('shows at each opening what has changed by then, and nothing from the opening before', async () => {
    const others = [changed, { ...changed, student_id: 'S2', name: 'Bell, Ann' }];
    let students = [changed];
    let release: (() => void) | undefined;
    server.on(termReportsContract.listPostingChanges, async () => {
      if (students.length > 1) {
        await new Promise<void>((resolve) => {
          release = resolve;
        });
      }
      return { reports: 60, students };
    });
    const first = await openTerm(1);
    await within(first).findByText('1 report has changed since.');
    press(first, 'Cancel');
    await closed();
    students = others;
    fireEvent.click(await screen.findByRole('button', { name: 'Edit: 2025-2026 Term 1' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Post 2025-2026 Term 1 reports again?' });
    await waitForRequests();
    expect(within(dialog).queryByText('1 report has changed since.')).toBeNull();
    expect(button(dialog, 'Post again').disabled).toBe(true);
    release?.();
    await within(dialog).findByText('2 reports have changed since.');
    expect(button(dialog, 'Post again').disabled).toBe(false);
  });
});
